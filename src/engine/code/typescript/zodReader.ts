import type { SyntaxNode } from '@lezer/common';
import { dict, isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { TsModule } from './tsModule.ts';
import { bareExpression, expressionsOf } from './tsSyntax.ts';
import { calleeOf, constantOf, isName, makerName } from './zodCalls.ts';
import {
  extended,
  propertiesOf,
  type ReadSchema,
  requiredOf,
  surrounding,
  tooManyCopies,
  withKeys,
  type ZodContext,
} from './zodKeywords.ts';
import { madeSchema } from './zodMakers.ts';
import { applyMethod } from './zodMethods.ts';

/** A schema that stands for itself, as it was read. */
export interface ReadRoot {
  readonly schema: PyDict;
  /** The constants that it names, as references into `$defs`. */
  readonly named: ReadonlySet<string>;
  /** The constants whose keys it has taken over. */
  readonly madeOf: ReadonlySet<string>;
}

/** How deep a schema may nest, how many methods it may have, and how many keys are taken over from one object into another in all. */
const [maxDepth, maxMethods, maxCopied] = [200, 1000, 100_000];

const notZod = 'Not a zod schema that ParserLens reads; any value is allowed in its place.';

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

  /** The JSON Schema of an expression; `undefined` where it is not a zod schema. */
  read(node: SyntaxNode): ReadRoot | undefined {
    if (!this.#module.isZod(node)) return undefined;
    this.#named = new Set();
    this.#madeOf = new Set();
    const { schema } = this.#schema(node, 0);
    return { schema, named: this.#named, madeOf: this.#madeOf };
  }

  #schema(expression: SyntaxNode | undefined, depth: number): ReadSchema {
    // A chain of methods is read from its end to its start, then applied in order.
    const methods: { readonly name: string; readonly call: SyntaxNode }[] = [];
    const context = this.#context(depth);
    const start = expression && bareExpression(expression);
    let node = start;
    let base: ReadSchema | undefined;
    let isInlined = false;
    while (node && methods.length <= maxMethods && depth <= maxDepth) {
      base = this.#base(node, isInlined, context, depth);
      const method = base ? undefined : this.#method(node);
      if (!method) break;
      methods.push({ name: method.name, call: node });
      isInlined ||= !surrounding.has(method.name);
      node = method.object;
    }
    if (base) return methods.reduceRight((schema, { name, call }) => applyMethod(schema, name, call, context), base);
    if (start) this.#refuse(start, notZod);
    return { schema: new Map() };
  }

  /** What a chain of methods may begin with: a constant, a schema in the shape of another, a call of a maker. */
  #base(node: SyntaxNode, isInlined: boolean, context: ZodContext, depth: number): ReadSchema | undefined {
    if (isName(node)) return { schema: this.#reference(node, isInlined, depth) };
    if (node.name === 'MemberExpression') return this.#shapeMember(node, depth);
    const callee = node.name === 'CallExpression' ? calleeOf(node) : null;
    const name = callee && makerName(callee, this.#module);
    return name ? madeSchema(name, node, context) : undefined;
  }

  /** The method that a call calls, and on what. */
  #method(call: SyntaxNode): { readonly name: string; readonly object: SyntaxNode } | undefined {
    const callee = call.name === 'CallExpression' ? calleeOf(call) : null;
    const property = callee?.name === 'MemberExpression' ? callee.getChild('PropertyName') : null;
    const object = callee?.firstChild;
    return property && object ? { name: this.#module.source(property), object: bareExpression(object) } : undefined;
  }

  #context(depth: number): ZodContext {
    return {
      module: this.#module,
      schema: node => this.#schema(node, depth + 1),
      items: node => this.#items(node, depth),
      object: node => this.#object(node, depth),
      keys: node => this.#keys(node, depth + 1),
      copies: count => this.#copies(count),
      refuse: (node, message) => this.#refuse(node, message),
    };
  }

  #reference(node: SyntaxNode, isInlined: boolean, depth: number): PyDict {
    const name = this.#module.source(node);
    const target = this.#module.constants.get(name);
    if (!target || !this.#module.isZod(target)) {
      this.#refuse(node, `\`${name}\` is not a zod schema of this text; any value is allowed in its place.`);
      return new Map();
    }
    if (!isInlined) {
      this.#named.add(name);
      return dict({ $ref: `#/$defs/${name}` });
    }
    this.#madeOf.add(name);
    const inlined = this.#inlined.get(name);
    if (inlined) return inlined;
    // What is made of itself is nothing.
    this.#inlined.set(name, new Map());
    const { schema } = this.#schema(target, depth + 1);
    this.#inlined.set(name, schema);
    return schema;
  }

  #copies(count: number): boolean {
    this.#copied += count;
    return this.#copied <= maxCopied;
  }

  /** The expression itself, or what the constant of this name is; `undefined` where constants were read too often. */
  #constant(name: SyntaxNode): SyntaxNode | undefined {
    const node = constantOf(name, this.#module);
    // About ten characters stand for a part of it.
    const isOwn = node.from >= name.from && node.to <= name.to;
    return isOwn || this.#copies(Math.ceil((node.to - node.from) / 10)) ? node : undefined;
  }

  /** The schemas of a list, also of one that a constant holds or that is spread. */
  #items(node: SyntaxNode | undefined, depth: number): PyValue[] {
    const list = node && this.#constant(node);
    if (list?.name !== 'ArrayExpression' || depth > maxDepth) {
      if (node) this.#refuse(node, 'This list of schemas is only known when it runs.');
      return [];
    }
    return expressionsOf(list).flatMap(item =>
      item.prevSibling?.name === 'Spread' ? this.#items(item, depth + 1) : [this.#schema(item, depth + 1).schema],
    );
  }

  /** The schema of what is given to `z.object`. */
  #object(expression: SyntaxNode | undefined, depth: number): PyDict {
    const node = expression && this.#constant(expression);
    const schema = dict({ type: 'object', properties: new Map() });
    if (node?.name !== 'ObjectExpression' || depth > maxDepth) {
      if (expression) this.#refuse(expression, 'Which keys this has is only known when it runs.');
      return schema;
    }
    let properties = new Map<string, PyValue>();
    let required = new Set<PyValue>();
    for (const property of node.getChildren('Property')) {
      if (property.getChild('Spread')) {
        const spread = extended(
          withKeys(schema, properties, [...required]),
          this.#keys(expressionsOf(property)[0], depth + 1),
        );
        properties = new Map(propertiesOf(spread));
        required = new Set(requiredOf(spread));
        continue;
      }
      const { key, value } = this.#module.member(property);
      if (key === undefined) {
        this.#refuse(property, 'Which keys this adds is only known when it runs.');
        continue;
      }
      if (!value) this.#refuse(property, notZod);
      const read = this.#schema(value, depth + 1);
      properties.set(key, read.schema);
      if (read.optional) required.delete(key);
      else required.add(key);
    }
    return withKeys(schema, properties, [...required]);
  }

  /** The keys of an object's schema, of its `shape`, or of a plain object of schemas. */
  #keys(expression: SyntaxNode | undefined, depth: number): PyDict {
    const node = expression && bareExpression(expression);
    const schema = node ? this.#keysOf(node, depth) : undefined;
    if (schema && this.#copies(propertiesOf(schema).size)) return schema;
    if (node) this.#refuse(node, schema ? tooManyCopies : 'Which keys this has is only known when it runs.');
    return new Map();
  }

  #keysOf(node: SyntaxNode, depth: number): PyDict | undefined {
    if (node.name === 'ObjectExpression') return this.#object(node, depth);
    if (node.name === 'CallExpression') return this.#schema(node, depth).schema;
    const property = node.name === 'MemberExpression' ? node.getChild('PropertyName') : null;
    if (property) {
      const isShape = /^(?:shape|def|_def)$/.test(this.#module.source(property));
      return isShape && node.firstChild ? this.#keysOf(bareExpression(node.firstChild), depth) : undefined;
    }
    const target = isName(node) ? this.#module.constants.get(this.#module.source(node)) : undefined;
    if (target?.name === 'ObjectExpression') return this.#object(node, depth);
    return target && this.#module.isZod(target) ? this.#reference(node, true, depth) : undefined;
  }

  /** `Schema.shape.key`. */
  #shapeMember(node: SyntaxNode, depth: number): ReadSchema | undefined {
    const property = node.getChild('PropertyName');
    const owner = node.firstChild;
    const isShape = owner?.name === 'MemberExpression' && /\.shape$/.test(this.#module.source(owner));
    const schema = isShape ? this.#keysOf(owner, depth + 1) : undefined;
    const key = property ? this.#module.source(property) : '';
    const found = schema && propertiesOf(schema).get(key);
    return found !== undefined && isPyDict(found)
      ? { schema: found, optional: !requiredOf(schema!).has(key) }
      : undefined;
  }

  #refuse(node: SyntaxNode, message: string): void {
    this.unknown.push({ node, message });
  }
}
