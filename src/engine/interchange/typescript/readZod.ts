import type { SyntaxNode } from '@lezer/common';
import { isPyDict, type PyDict, type PyValue } from '../../python/value.ts';
import { dict } from '../schema/dict.ts';
import { nullable } from '../schema/schemaParts.ts';
import { argumentsOf, type TsModule } from './tsModule.ts';
import {
  beside,
  boundKeys,
  enumeration,
  extended,
  formatsOfMethods,
  harmless,
  literals,
  simpleTypes,
} from './zodKeywords.ts';

/** A zod schema as JSON Schema. */
interface ReadSchema {
  readonly schema: PyDict;
  /** Whether a key of it may be missing. */
  readonly optional?: boolean;
}

/** How deep a schema may nest. */
const maxDepth = 200;

/** How many keys are taken over from one object into another, in all. */
const maxCopied = 100_000;
/** Methods that make another object of an object; on a constant they need the constant's own keys. */
const reshaping: ReadonlySet<string> = new Set([
  'extend',
  'safeExtend',
  'partial',
  'strict',
  'loose',
  'passthrough',
  'catchall',
]);
/** How many methods a schema may have. */
const maxMethods = 1000;

/** Reads zod schemas as JSON Schemas, from their source alone. A constant that is named becomes a reference into `$defs`. */
export class ZodReader {
  /** What could not be taken over, and where. */
  readonly unknown: { readonly message: string; readonly node: SyntaxNode }[] = [];
  readonly #module: TsModule;
  readonly #inlined = new Map<string, PyDict>();
  #named = new Set<string>();
  #madeOf = new Set<string>();
  #copied = 0;

  constructor(module: TsModule) {
    this.#module = module;
  }

  /** The JSON Schema of an expression, the constants that it names and those that it is made of; `undefined` where it is no zod schema. */
  read(
    node: SyntaxNode,
  ):
    | { readonly schema: PyDict; readonly named: ReadonlySet<string>; readonly madeOf: ReadonlySet<string> }
    | undefined {
    if (!this.#module.isZod(node)) return undefined;
    this.#named = new Set();
    this.#madeOf = new Set();
    const { schema } = this.#schema(node, 0);
    return { schema, named: this.#named, madeOf: this.#madeOf };
  }

  #schema(start: SyntaxNode | undefined, depth: number): ReadSchema {
    // A chain of methods is read from its end to its start, then applied in order.
    const methods: { readonly name: string; readonly call: SyntaxNode }[] = [];
    let node = start;
    let base: ReadSchema | undefined;
    while (node && !base && methods.length <= maxMethods) {
      if (node.name === 'VariableName')
        base = {
          schema: this.#reference(
            node,
            methods.some(({ name }) => reshaping.has(name)),
            depth,
          ),
        };
      const member: SyntaxNode | null = node.name === 'CallExpression' ? node.getChild('MemberExpression') : null;
      const property = member?.getChild('PropertyName');
      const object: SyntaxNode | null | undefined = member?.firstChild;
      if (base || !member || !property || !object) break;
      const name = this.#module.source(property);
      const isMaker = object.name === 'VariableName' && this.#module.zod.has(this.#module.source(object));
      const isCoerced = object.name === 'MemberExpression' && /\.coerce$/.test(this.#module.source(object));
      if (isMaker || isCoerced) base = this.#make(name, node, depth);
      else {
        methods.push({ name, call: node });
        node = object;
      }
    }
    if (!base || depth > maxDepth) {
      if (start) this.#refuse(start, 'This is no zod schema that ParserLens reads; any value is allowed in its place.');
      return { schema: new Map() };
    }
    return methods.reduceRight((schema, { name, call }) => this.#apply(schema, name, call, depth), base);
  }

  #reference(node: SyntaxNode, isReshaped: boolean, depth: number): PyDict {
    const name = this.#module.source(node);
    const target = this.#module.constants.get(name);
    if (!target || !this.#module.isZod(target)) return new Map();
    if (!isReshaped) {
      this.#named.add(name);
      return dict({ $ref: `#/$defs/${name}` });
    }
    this.#madeOf.add(name);
    const known = this.#inlined.get(name);
    if (known) return known;
    // What is made of itself is nothing.
    this.#inlined.set(name, new Map());
    const { schema } = this.#schema(target, depth + 1);
    this.#inlined.set(name, schema);
    return schema;
  }

  #make(name: string, call: SyntaxNode, depth: number): ReadSchema {
    const args = argumentsOf(call);
    const [first, second] = args;
    const inner = (node: SyntaxNode | undefined) => this.#schema(node, depth + 1);
    const simple = simpleTypes[name];
    if (simple) return { schema: dict(simple) };
    switch (name) {
      case 'object':
      case 'strictObject':
      case 'looseObject':
      case 'interface':
        return {
          schema: this.#object(
            first,
            depth,
            name === 'strictObject' ? false : name === 'looseObject' ? true : undefined,
          ),
        };
      case 'array':
      case 'set':
        return {
          schema: dict({ type: 'array', items: inner(first).schema, uniqueItems: name === 'set' ? true : undefined }),
        };
      case 'tuple': {
        const items = first ? this.#items(first, depth) : [];
        return { schema: dict({ type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length }) };
      }
      case 'record':
      case 'partialRecord':
        return { schema: dict({ type: 'object', additionalProperties: inner(second ?? first).schema }) };
      case 'union':
        return { schema: dict({ anyOf: first ? this.#items(first, depth) : [] }) };
      case 'discriminatedUnion':
        return { schema: dict({ anyOf: second ? this.#items(second, depth) : [] }) };
      case 'intersection':
        return { schema: dict({ allOf: [inner(first).schema, inner(second).schema] }) };
      case 'optional':
        return { ...inner(first), optional: true };
      case 'nullable':
        return { schema: nullable(inner(first).schema) };
      case 'nullish':
        return { schema: nullable(inner(first).schema), optional: true };
      case 'lazy': {
        const body = first?.name === 'ArrowFunction' ? first.lastChild : undefined;
        return inner(body ?? undefined);
      }
      case 'literal':
        return { schema: literals(this.#module.value(first)) };
      case 'enum':
      case 'nativeEnum':
        return { schema: enumeration(this.#module.value(first)) };
      default:
        this.#refuse(call, `\`z.${name}\` has no JSON Schema; any value is allowed in its place.`);
        return { schema: new Map() };
    }
  }

  #items(node: SyntaxNode, depth: number): PyValue[] {
    const list = node.name === 'ArrayExpression' ? node : undefined;
    const items: PyValue[] = [];
    for (let item = list?.firstChild; item; item = item.nextSibling)
      if (/^(?:CallExpression|VariableName)$/.test(item.name)) items.push(this.#schema(item, depth + 1).schema);
    return items;
  }

  #object(node: SyntaxNode | undefined, depth: number, others: boolean | undefined): PyDict {
    const properties = new Map<string, PyValue>();
    const required: string[] = [];
    for (const property of node?.getChildren('Property') ?? []) {
      const { key, value } = this.#module.member(property);
      if (key === undefined) {
        this.#refuse(property, 'Which keys this adds is only known when it runs.');
        continue;
      }
      const read = this.#schema(value, depth + 1);
      properties.set(key, read.schema);
      if (!read.optional) required.push(key);
    }
    return dict({
      type: 'object',
      properties,
      required: required.length > 0 ? required : undefined,
      additionalProperties: others,
    });
  }

  #apply(given: ReadSchema, name: string, call: SyntaxNode, depth: number): ReadSchema {
    const { schema } = given;
    const value = () => this.#module.value(argumentsOf(call)[0]);
    const set = (key: string, item: PyValue | undefined): ReadSchema =>
      item === undefined ? given : { ...given, schema: beside(schema, key, item) };
    const bound = boundKeys[name]?.[schema.get('type') === 'string' ? 0 : schema.get('type') === 'array' ? 1 : 2];
    if (bound) return set(bound, value());
    const format = formatsOfMethods[name];
    if (format !== undefined && schema.get('type') === 'string') return set('format', format);
    switch (name) {
      case 'describe':
        return set('description', value());
      case 'meta': {
        const members = value() ?? null;
        return isPyDict(members) ? { ...given, schema: new Map([...schema, ...members]) } : given;
      }
      case 'optional':
        return { ...given, optional: true };
      case 'nullable':
        return { ...given, schema: nullable(schema) };
      case 'nullish':
        return { schema: nullable(schema), optional: true };
      case 'default':
      case 'prefault': {
        const item = value();
        if (item === undefined) this.#refuse(call, 'The default is only known when it runs.');
        return { ...set('default', item), optional: true };
      }
      case 'array':
        return { schema: dict({ type: 'array', items: schema }) };
      case 'or':
        return { schema: dict({ anyOf: [schema, this.#schema(argumentsOf(call)[0], depth + 1).schema] }) };
      case 'and':
        return { schema: dict({ allOf: [schema, this.#schema(argumentsOf(call)[0], depth + 1).schema] }) };
      case 'strict':
        return set('additionalProperties', false);
      case 'loose':
      case 'passthrough':
        return set('additionalProperties', true);
      case 'catchall':
        return set('additionalProperties', this.#schema(argumentsOf(call)[0], depth + 1).schema);
      case 'partial':
        return { ...given, schema: new Map([...schema].filter(([key]) => key !== 'required')) };
      case 'extend':
      case 'safeExtend':
        return this.#extended(given, call, depth);
      case 'int':
        return { ...given, schema: new Map<string, PyValue>([...schema, ['type', 'integer']]) };
      case 'positive':
        return set('exclusiveMinimum', 0);
      case 'negative':
        return set('exclusiveMaximum', 0);
      case 'nonnegative':
        return set('minimum', 0);
      case 'nonpositive':
        return set('maximum', 0);
      case 'nonempty':
        return set(schema.get('type') === 'string' ? 'minLength' : 'minItems', 1);
      case 'length': {
        const count = value();
        const [min, max] = schema.get('type') === 'string' ? ['minLength', 'maxLength'] : ['minItems', 'maxItems'];
        return count === undefined ? given : { ...given, schema: new Map([...schema, [min!, count], [max!, count]]) };
      }
      case 'regex': {
        const [pattern] = argumentsOf(call);
        const source =
          pattern?.name === 'RegExp' ? /^\/([\s\S]*)\/\w*$/.exec(this.#module.source(pattern))?.[1] : undefined;
        return set('pattern', source);
      }
      default:
        if (!harmless.has(name)) this.#refuse(call, `\`.${name}()\` has no JSON Schema; it is left out.`);
        return given;
    }
  }

  #extended(given: ReadSchema, call: SyntaxNode, depth: number): ReadSchema {
    const properties = given.schema.get('properties') ?? null;
    this.#copied += isPyDict(properties) ? properties.size : 0;
    if (this.#copied <= maxCopied)
      return { ...given, schema: extended(given.schema, this.#object(argumentsOf(call)[0], depth + 1, undefined)) };
    this.#refuse(call, 'There are too many objects that are made of others.');
    return given;
  }

  #refuse(node: SyntaxNode, message: string): void {
    this.unknown.push({ node, message });
  }
}
