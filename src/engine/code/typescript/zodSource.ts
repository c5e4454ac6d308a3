import { isPyDict, isPyList, type PyDict, PyFloat, type PyValue } from '../../core/pyValue.ts';
import { floatRepr } from '../../python/index.ts';
import { targetOf } from '../schema/schemaParts.ts';
import { type Names, textLiteral } from './literals.ts';

/** How deep definitions are followed before the rest of them is put off. */
const maxDepth = 100;

/**
 * JSON Schemas as the source of zod schemas, for values that the engine has validated already: structure, types and
 * values, without what zod counts or matches in another way (lengths, patterns, formats). A definition of a schema
 * becomes a constant of its own. Linear; recursion is as deep as the schema.
 */
export class ZodSource {
  /** The constants that expressions name, in an order in which they can be declared. */
  readonly constants: string[] = [];
  readonly #names: Names;
  readonly #root: PyDict;
  /** The constant of each definition; `done` when it is declared. */
  readonly #defined = new Map<PyDict, { readonly name: string; done: boolean; isRecursive: boolean }>();
  readonly #waiting: PyDict[] = [];
  #depth = 0;

  /** `root` is what references lead into. */
  constructor(root: PyDict, names: Names) {
    this.#root = root;
    this.#names = names;
  }

  /** The expression of a schema of the root. */
  expression(schema: PyValue, indent = ''): string {
    const source = this.#part(schema, indent);
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) this.#declare(next);
    return source;
  }

  #part(schema: PyValue, indent: string): string {
    if (!isPyDict(schema)) return 'z.unknown()';
    const source = this.#bare(schema, indent);
    const description = schema.get('description');
    return typeof description === 'string' ? `${source}.describe(${textLiteral(description)})` : source;
  }

  #bare(schema: PyDict, indent: string): string {
    if (schema.has('$ref')) return this.#reference(schema);
    const values = schema.get('enum');
    if (isPyList(values)) return literalSource(values);
    if (schema.has('const')) return literalSource([schema.get('const') ?? null]);
    for (const key of ['anyOf', 'oneOf']) {
      const parts = schema.get(key);
      if (isPyList(parts) && parts.length > 0) return this.#union(parts, indent);
    }
    const all = schema.get('allOf');
    if (isPyList(all) && all.length > 0)
      return all
        .map(part => this.#part(part, indent))
        .reduceRight((right, left) => `z.intersection(${left}, ${right})`);
    const type = schema.get('type') ?? (schema.has('properties') ? 'object' : null);
    return isPyList(type)
      ? this.#union(
          type.map(each => new Map([...schema, ['type', each]])),
          indent,
        )
      : this.#typed(type, schema, indent);
  }

  #typed(type: PyValue, schema: PyDict, indent: string): string {
    switch (type) {
      case 'string':
        return 'z.string()';
      case 'boolean':
        return 'z.boolean()';
      case 'null':
        return 'z.null()';
      case 'integer':
        return `z.int()${bounds(schema)}`;
      case 'number':
        return `z.number()${bounds(schema)}`;
      case 'array':
        return this.#list(schema, indent);
      case 'object':
        return this.#object(schema, indent);
      default:
        return 'z.unknown()';
    }
  }

  #union(parts: readonly PyValue[], indent: string): string {
    const others = parts.filter(part => !(isPyDict(part) && part.get('type') === 'null'));
    const sources = [...new Set(others.map(part => this.#bare(isPyDict(part) ? part : new Map(), indent)))];
    if (sources.length === 0) return 'z.null()';
    const source = sources.length === 1 ? sources[0]! : `z.union([${sources.join(', ')}])`;
    return others.length < parts.length ? `${source}.nullable()` : source;
  }

  #list(schema: PyDict, indent: string): string {
    const items = schema.get('prefixItems');
    if (isPyList(items) && items.length > 0)
      return `z.tuple([${items.map(item => this.#part(item, indent)).join(', ')}])`;
    return `z.array(${this.#part(schema.get('items') ?? null, indent)})`;
  }

  #object(schema: PyDict, indent: string): string {
    const declared = schema.get('properties');
    const properties: PyDict = isPyDict(declared) ? declared : new Map();
    const others = schema.get('additionalProperties');
    if (properties.size === 0) {
      const value = isPyDict(others) ? this.#part(others, indent) : 'z.unknown()';
      return others === false ? 'z.object({})' : `z.record(z.string(), ${value})`;
    }
    const list = schema.get('required');
    const required = new Set(isPyList(list) ? list : []);
    const inner = `${indent}  `;
    const members = [...properties].map(([key, part]) => {
      // A default is filled in before zod sees the value.
      const isThere = required.has(key) || (isPyDict(part) && part.has('default'));
      return `${inner}${keySource(key)}: ${this.#part(part, inner)}${isThere ? '' : '.optional()'},\n`;
    });
    const body = `{\n${members.join('')}${indent}}`;
    if (isPyDict(others)) return `z.object(${body}).catchall(${this.#part(others, indent)})`;
    return others === true ? `z.looseObject(${body})` : `z.object(${body})`;
  }

  #reference(schema: PyDict): string {
    const target = targetOf(schema, this.#root);
    if (!target) return 'z.unknown()';
    const defined = this.#defined.get(target);
    if (defined?.done) return defined.name;
    if (defined) {
      defined.isRecursive = true;
      return `z.lazy(() => ${defined.name})`;
    }
    const ref = String(schema.get('$ref'));
    const own = {
      name: this.#names.take(ref === '#' ? 'root' : ref.slice(ref.lastIndexOf('/') + 1), 'Part'),
      done: false,
      isRecursive: false,
    };
    this.#defined.set(target, own);
    if (this.#depth < maxDepth) {
      this.#declare(target);
      return own.name;
    }
    this.#waiting.push(target);
    own.isRecursive = true;
    return `z.lazy(() => ${own.name})`;
  }

  #declare(target: PyDict): void {
    const own = this.#defined.get(target)!;
    this.#depth++;
    const source = this.#part(target, '');
    this.#depth--;
    own.done = true;
    // TypeScript cannot infer the type of what refers to itself.
    this.constants.push(`const ${own.name}${own.isRecursive ? ': z.ZodType' : ''} = ${source};\n`);
  }
}

/** A key of an object literal. */
function keySource(key: string): string {
  if (key === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : textLiteral(key);
}

/** The values that are allowed; any other where one of them is not a literal. */
function literalSource(values: readonly PyValue[]): string {
  if (values.length === 0) return 'z.never()';
  if (values.every(value => typeof value === 'string')) {
    const texts = [...new Set(values)].map(textLiteral);
    return texts.length === 1 ? `z.literal(${texts[0]})` : `z.enum([${texts.join(', ')}])`;
  }
  const sources = values.map(scalarSource);
  if (sources.some(source => source === undefined)) return 'z.unknown()';
  return sources.length === 1 ? `z.literal(${sources[0]})` : `z.literal([${sources.join(', ')}])`;
}

function scalarSource(value: PyValue): string | undefined {
  if (typeof value === 'string') return textLiteral(value);
  if (value === null || typeof value === 'boolean') return String(value);
  return typeof value === 'bigint' ? `${value}n` : numberSource(value);
}

function numberSource(value: PyValue | undefined): string | undefined {
  const number = value instanceof PyFloat ? value.value : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return value instanceof PyFloat ? floatRepr(number) : String(number);
}

const boundMethods: readonly (readonly [string, string])[] = [
  ['minimum', 'min'],
  ['maximum', 'max'],
  ['exclusiveMinimum', 'gt'],
  ['exclusiveMaximum', 'lt'],
];

function bounds(schema: PyDict): string {
  return boundMethods
    .map(([key, method]) => {
      const source = numberSource(schema.get(key));
      return source === undefined ? '' : `.${method}(${source})`;
    })
    .join('');
}
