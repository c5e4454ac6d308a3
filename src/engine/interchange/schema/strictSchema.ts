import { mergeAll, nullable, targetOf } from '../../code/schema/schemaParts.ts';
import { UniqueNames } from '../../code/uniqueNames.ts';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Loss } from '../../parsers/interchange.ts';
import {
  anyType,
  formats,
  isKept,
  kept,
  limitsOf,
  ofType,
  silent,
  typesOf,
  typing,
  withoutEmpty,
} from './strictLimits.ts';

/** Where a schema comes from, for the words about what had to change. */
export interface SchemaOrigin {
  readonly definition: string;
  /** The key of the definition. */
  readonly key: string;
}

/** A schema for OpenAI's strict mode, and everything that had to change for it. */
export interface StrictSchema {
  readonly schema: PyDict;
  readonly losses: readonly Loss[];
}

/** How many changes are named one by one. */
const maxLosses = 200;

/**
 * What OpenAI's strict mode takes in place of a schema: an object at the root, all keys required (those that were not may be `null`), no
 * other keys, no keyword that it does not know, every part with a type. The limits that stay exceeded are named too. Total
 * and linear; recursion is as deep as the schema, which its reader limits.
 */
export function strictSchema(given: PyDict, origin: SchemaOrigin): StrictSchema {
  const changes = new Changes(origin);
  const strict = new Strictness(given, changes);
  const schema = strict.root();
  for (const message of limitsOf(schema)) changes.add([], message);
  return { schema, losses: changes.losses };
}

type Path = readonly (string | number)[];

class Changes {
  readonly losses: Loss[] = [];
  readonly #origin: SchemaOrigin;

  constructor(origin: SchemaOrigin) {
    this.#origin = origin;
  }

  add(path: Path, message: string): void {
    const { definition, key } = this.#origin;
    if (this.losses.length > maxLosses) return;
    const isLast = this.losses.length === maxLosses;
    const place = path.length > 0 ? `\`${path.join('.')}\`: ` : '';
    this.losses.push({
      definition,
      key: isLast ? key : [key, ...path].join('.'),
      message: isLast ? 'More of the schema had to change.' : `Strict mode: ${place}${message}`,
    });
  }
}

class Strictness {
  readonly #schema: PyDict;
  readonly #changes: Changes;
  /** Parts of `allOf` that may still be put together, and whether such a part is being read: definitions that name one another would never end. */
  #merges = 1000;
  #isMerged = false;
  /** Parts that references name and that are not definitions yet. */
  readonly #names = new Map<PyDict, string>();
  readonly #waiting: [name: string, part: PyDict][] = [];
  /** Gives names to new definitions. */
  readonly #free: UniqueNames;
  readonly #isObject: boolean;

  constructor(schema: PyDict, changes: Changes) {
    this.#schema = schema;
    this.#changes = changes;
    const root = targetOf(schema, schema) ?? schema;
    this.#isObject = root === schema && root.get('type') === 'object' && !root.has('allOf');
    const definitions = ['definitions', '$defs'].map(key => schema.get(key) ?? null).filter(isPyDict);
    this.#free = new UniqueNames(name => definitions.some(each => each.has(name)));
  }

  root(): PyDict {
    const definitions = this.#definitions();
    const target = targetOf(this.#schema, this.#schema);
    if (target && this.#schema.has('$ref'))
      this.#changes.add([], 'The root must be an object, so what `$ref` names is written there.');
    const own = target ?? this.#schema;
    const root = new Map(own);
    for (const key of ['$defs', 'definitions']) root.delete(key);
    let schema = this.#part(root, []);
    if (schema.get('type') !== 'object' || schema.has('anyOf')) {
      this.#changes.add([], 'The root must be an object; the value is its key `value`.');
      schema = dict({
        type: 'object',
        properties: new Map([['value', schema]]),
        required: ['value'],
        additionalProperties: false,
      });
    }
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      const [name, part] = next;
      this.#changes.add([], `What \`$ref\` names becomes the definition \`${name}\`.`);
      definitions.set(
        name,
        this.#part(new Map([...part].filter(([key]) => key !== '$defs' && key !== 'definitions')), ['$defs', name]),
      );
    }
    return definitions.size > 0 ? new Map<string, PyValue>([...schema, ['$defs', definitions]]) : schema;
  }

  #definitions(): Map<string, PyValue> {
    const found = new Map<string, PyValue>();
    for (const key of ['definitions', '$defs']) {
      const definitions = this.#schema.get(key);
      for (const [name, part] of isPyDict(definitions) ? definitions : [])
        found.set(name, this.#any(part, [key, name]));
    }
    return found;
  }

  #any(value: PyValue, path: Path): PyDict {
    return this.#part(isPyDict(value) ? value : new Map(), path);
  }

  #part(schema: PyDict, path: Path): PyDict {
    const say = (message: string) => this.#changes.add(path, message);
    if (schema.has('$ref')) return this.#reference(schema, path);
    const all = schema.get('allOf');
    if (isPyList(all)) return this.#merged(schema, all, path);
    const part = withoutEmpty(this.#withoutOneOf(schema, path));
    if (isPyDict(part.get('properties')) && !part.has('type')) part.set('type', 'object');
    const isObject = part.get('type') === 'object';
    const alternatives = isObject ? null : (part.get('anyOf') ?? null);
    for (const key of [...part.keys()]) {
      if (isKept(key, part)) continue;
      part.delete(key);
      if (key === 'default') say('`default` is left out; the model always gives a value.');
      else if (alternatives && kept.has(key) && key !== 'type') say(`\`${key}\` beside \`anyOf\` is left out.`);
      else if (!silent.includes(key) && key !== 'type') say(`\`${key}\` is left out; strict mode does not know it.`);
    }
    const format = part.get('format');
    if (format !== undefined && !formats.includes(String(format))) {
      part.delete('format');
      say(`The format \`${String(format)}\` is left out; strict mode does not know it.`);
    }
    if (isObject) return this.#object(part, path);
    if (isPyList(alternatives)) {
      // What says no type of its own has that of the whole.
      const type = withoutEmpty(schema).get('type');
      const typed = alternatives.map(item =>
        type !== undefined && isPyDict(item) && !typing.some(key => item.has(key))
          ? new Map<string, PyValue>([...item, ['type', type]])
          : item,
      );
      return part.set(
        'anyOf',
        typed.map((item, i) => this.#any(item, [...path, 'anyOf', i])),
      );
    }
    this.#typed(part, path);
    if (typesOf(part).includes('array')) this.#array(part, path);
    if (typesOf(part).includes('object')) return this.#spread(part, path);
    return part;
  }

  /** A `$ref` stands alone; one that leads nowhere in the schema cannot stay. */
  #reference(schema: PyDict, path: Path): PyDict {
    const target = targetOf(schema, this.#schema);
    const ref = schema.get('$ref');
    if (!target || typeof ref !== 'string') {
      this.#changes.add(
        path,
        `\`$ref\` leads out of the schema; any text, number, boolean or \`null\` is taken instead.`,
      );
      return new Map([['type', anyType]]);
    }
    const beside = [...schema.keys()].filter(key => key !== '$ref' && !silent.includes(key));
    if (beside.length > 0)
      this.#changes.add(path, `${beside.map(key => `\`${key}\``).join(', ')} beside \`$ref\` is left out.`);
    if (/^#\/(?:\$defs|definitions)\/[^/]+$/.test(ref) || (ref === '#' && this.#isObject))
      return new Map([['$ref', ref.replace(/^#\/definitions\//, '#/$defs/')]]);
    return new Map([['$ref', `#/$defs/${this.#lifted(target, ref)}`]]);
  }

  /** The name of a definition for a part that stands somewhere else in the schema, where it may change. */
  #lifted(target: PyDict, ref: string): string {
    const known = this.#names.get(target);
    if (known !== undefined) return known;
    const base = ref === '#' ? 'root' : ref.slice(ref.lastIndexOf('/') + 1).replace(/\W/g, '_') || 'part';
    const name = this.#free.take(base, '_');
    this.#names.set(target, name);
    this.#waiting.push([name, target]);
    return name;
  }

  /** `allOf` is put together; inside of what was put together only its first member stays. */
  #merged(schema: PyDict, all: readonly PyValue[], path: Path): PyDict {
    if (!this.#isMerged) this.#merges -= all.length;
    const isWhole = all.length === 1 || (!this.#isMerged && this.#merges >= 0);
    this.#changes.add(
      path,
      isWhole ? '`allOf` is put together into one schema.' : 'Of `allOf` only the first part is kept.',
    );
    const before = this.#isMerged;
    this.#isMerged ||= all.length > 1;
    const part = this.#part(mergeAll(schema, isWhole ? all : all.slice(0, 1), this.#schema), path);
    this.#isMerged = before;
    return part;
  }

  /** `oneOf` becomes `anyOf`. */
  #withoutOneOf(schema: PyDict, path: Path): PyDict {
    const one = schema.get('oneOf');
    if (!isPyList(one)) return schema;
    this.#changes.add(path, '`oneOf` becomes `anyOf`.');
    const any = schema.get('anyOf');
    const merged = new Map(schema);
    merged.delete('oneOf');
    return merged.set('anyOf', [...(isPyList(any) ? any : []), ...one]);
  }

  /** All keys are required; no others are allowed. */
  #object(part: Map<string, PyValue>, path: Path): PyDict {
    const declared = part.get('properties');
    const properties: PyDict = isPyDict(declared) ? declared : new Map();
    const list = part.get('required');
    const required = new Set(isPyList(list) ? list : []);
    const additional = part.get('additionalProperties');
    if (isPyDict(additional) || (additional === true && properties.size > 0))
      this.#changes.add(path, 'Other keys than those that are named cannot be allowed; the model cannot give them.');
    else if (properties.size === 0) this.#changes.add(path, 'Without keys of its own the object can only be empty.');
    const strict = new Map<string, PyValue>();
    for (const [key, value] of properties) {
      const inner = [...path, 'properties', key];
      const schema = this.#any(value, inner);
      if (!required.has(key)) this.#changes.add(inner, 'The key was optional; now it is required and may be `null`.');
      strict.set(key, required.has(key) ? schema : nullable(schema));
    }
    if (part.delete('anyOf')) this.#changes.add(path, '`anyOf` of an object is left out.');
    return part
      .set('properties', strict)
      .set('required', [...properties.keys()])
      .set('additionalProperties', false);
  }

  /** A part without a type is told by its values or by its description. */
  #typed(part: Map<string, PyValue>, path: Path): void {
    if (part.has('type') || part.has('enum') || part.has('const')) return;
    const description = part.get('description');
    const type =
      typeof description !== 'string'
        ? anyType
        : /\btrue\s*(?:\/|or|\|)\s*false\b/i.test(description)
          ? 'boolean'
          : 'string';
    part.set('type', type);
    const what = Array.isArray(type) ? 'any text, number, boolean or `null`' : `\`${type}\``;
    this.#changes.add(path, `No type; ${what} is taken.`);
  }

  #array(part: Map<string, PyValue>, path: Path): void {
    const items = part.get('items');
    if (!isPyDict(items))
      this.#changes.add(path, 'A list needs `items`; any text, number, boolean or `null` is taken.');
    part.set('items', isPyDict(items) ? this.#any(items, [...path, 'items']) : new Map([['type', anyType]]));
  }

  /** Several types of which one is an object: each becomes a part of its own. */
  #spread(part: PyDict, path: Path): PyDict {
    const types = typesOf(part);
    if (types.length === 1) return part;
    this.#changes.add(path, 'A list of types with an object in it becomes `anyOf`.');
    return dict({
      description: part.get('description'),
      anyOf: types.map(type => (type === 'object' ? this.#part(ofType(part, type), path) : ofType(part, type))),
    });
  }
}
