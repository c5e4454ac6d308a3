import { isPyDict, isPyList, type PyDict, type PyValue } from '../../python/value.ts';
import type { Loss } from '../interchange.ts';
import { dict } from './dict.ts';
import { mergeAll, nullable, targetOf } from './schemaParts.ts';
import { limitsOf } from './strictLimits.ts';

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

/** The keywords that strict mode knows, beside those that are treated one by one. */
const kept = new Set([
  ...['title', 'description', 'type', 'enum', 'const', '$ref', 'anyOf', 'items', 'properties'],
  ...['pattern', 'format', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minItems', 'maxItems'],
]);
const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
/** Keywords that say nothing of what is valid; they go without a word. */
const silent = ['$schema', '$id', '$comment', 'exclude'];
/** What stands for a part that takes any value: a part must have a type. */
const anyType = ['string', 'number', 'boolean', 'null'];

class Strictness {
  readonly #given: PyDict;
  readonly #changes: Changes;
  /** Parts of `allOf` that may still be put together, and whether such a part is being read: definitions that name one another would never end. */
  #merges = 1000;
  #isMerged = false;

  constructor(given: PyDict, changes: Changes) {
    this.#given = given;
    this.#changes = changes;
  }

  root(): PyDict {
    const definitions = this.#definitions();
    const target = targetOf(this.#given, this.#given);
    if (target && this.#given.has('$ref'))
      this.#changes.add([], 'The root must be an object, so what `$ref` names is written there.');
    const given = target ?? this.#given;
    const root = new Map(given);
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
    return definitions.size > 0 ? new Map<string, PyValue>([...schema, ['$defs', definitions]]) : schema;
  }

  #definitions(): PyDict {
    const found = new Map<string, PyValue>();
    for (const key of ['definitions', '$defs']) {
      const given = this.#given.get(key) ?? null;
      for (const [name, part] of isPyDict(given) ? given : []) found.set(name, this.#any(part, [key, name]));
    }
    return found;
  }

  #any(value: PyValue, path: Path): PyDict {
    return this.#part(isPyDict(value) ? value : new Map(), path);
  }

  #part(given: PyDict, path: Path): PyDict {
    const say = (message: string) => this.#changes.add(path, message);
    if (given.has('$ref')) return this.#reference(given, path);
    const all = given.get('allOf') ?? null;
    if (isPyList(all)) return this.#merged(given, all, path);
    const part = new Map(this.#withoutOneOf(given, path));
    if (isPyDict(part.get('properties') ?? null) && !part.has('type')) part.set('type', 'object');
    const isObject = part.get('type') === 'object';
    for (const key of [...part.keys()]) {
      const own = key === 'required' || key === 'additionalProperties' || key === '$defs' || key === 'definitions';
      if (kept.has(key) || (own && isObject)) continue;
      part.delete(key);
      if (key === 'default') say('`default` is left out; the model always gives a value.');
      else if (!silent.includes(key)) say(`\`${key}\` is left out; strict mode does not know it.`);
    }
    const format = part.get('format');
    if (format !== undefined && !formats.includes(String(format))) {
      part.delete('format');
      say(`The format \`${String(format)}\` is left out; strict mode does not know it.`);
    }
    if (isObject) return this.#object(part, path);
    const alternatives = part.get('anyOf') ?? null;
    if (isPyList(alternatives)) {
      part.set(
        'anyOf',
        alternatives.map((item, i) => this.#any(item, [...path, 'anyOf', i])),
      );
      return part;
    }
    this.#typed(part, path);
    if (typesOf(part).includes('array')) this.#array(part, path);
    if (typesOf(part).includes('object')) return this.#spread(part, path);
    return part;
  }

  /** A `$ref` stands alone; one that leads nowhere in the schema cannot stay. */
  #reference(given: PyDict, path: Path): PyDict {
    const target = targetOf(given, this.#given);
    const ref = given.get('$ref') ?? null;
    if (!target || typeof ref !== 'string') {
      this.#changes.add(
        path,
        `\`$ref\` leads out of the schema; any text, number, boolean or \`null\` is taken instead.`,
      );
      return new Map([['type', anyType]]);
    }
    const beside = [...given.keys()].filter(key => key !== '$ref' && !silent.includes(key));
    if (beside.length > 0)
      this.#changes.add(path, `${beside.map(key => `\`${key}\``).join(', ')} beside \`$ref\` is left out.`);
    return new Map([['$ref', ref.replace(/^#\/definitions\//, '#/$defs/')]]);
  }

  /** `allOf` is put together; inside of what was put together only its first member stays. */
  #merged(given: PyDict, all: readonly PyValue[], path: Path): PyDict {
    if (!this.#isMerged) this.#merges -= all.length;
    const isWhole = all.length === 1 || (!this.#isMerged && this.#merges >= 0);
    this.#changes.add(
      path,
      isWhole ? '`allOf` is put together into one schema.' : 'Of `allOf` only the first part is kept.',
    );
    const before = this.#isMerged;
    this.#isMerged ||= all.length > 1;
    const part = this.#part(mergeAll(given, isWhole ? all : all.slice(0, 1), this.#given), path);
    this.#isMerged = before;
    return part;
  }

  /** `oneOf` becomes `anyOf`. */
  #withoutOneOf(given: PyDict, path: Path): PyDict {
    const one = given.get('oneOf') ?? null;
    if (!isPyList(one)) return given;
    this.#changes.add(path, '`oneOf` becomes `anyOf`.');
    const any = given.get('anyOf') ?? null;
    const merged = new Map(given);
    merged.delete('oneOf');
    return merged.set('anyOf', [...(isPyList(any) ? any : []), ...one]);
  }

  /** All keys are required; no others are allowed. */
  #object(part: Map<string, PyValue>, path: Path): PyDict {
    const given = part.get('properties') ?? null;
    const properties: PyDict = isPyDict(given) ? given : new Map();
    const list = part.get('required') ?? null;
    const required = new Set(isPyList(list) ? list : []);
    const additional = part.get('additionalProperties') ?? null;
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
    const items = part.get('items') ?? null;
    if (!isPyDict(items))
      this.#changes.add(path, 'A list needs `items`; any text, number, boolean or `null` is taken.');
    part.set('items', isPyDict(items) ? this.#any(items, [...path, 'items']) : new Map([['type', anyType]]));
  }

  /** Several types of which one is an object: each becomes a part of its own. */
  #spread(part: PyDict, path: Path): PyDict {
    const types = typesOf(part);
    if (types.length === 1) return part;
    this.#changes.add(path, 'A list of types with an object in it becomes `anyOf`.');
    const rest = new Map([...part].filter(([key]) => key !== 'properties' && key !== 'required'));
    return dict({
      description: part.get('description'),
      anyOf: types.map(type =>
        type === 'object'
          ? this.#part(new Map([...part, ['type', 'object']]), path)
          : new Map<string, PyValue>([...rest, ['type', type]]),
      ),
    });
  }
}

function typesOf(part: PyDict): readonly PyValue[] {
  const type = part.get('type') ?? null;
  return isPyList(type) ? type : [type];
}
