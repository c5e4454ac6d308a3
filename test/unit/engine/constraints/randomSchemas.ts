import { type Random, seededRandom } from '../../../../src/engine/core/random.ts';
import type { JsonSchema } from '../../../../src/engine/json/jsonSchema.ts';

/** A schema, with values that stand near its bounds: some it allows, some it forbids. */
export interface RandomSchema {
  readonly schema: JsonSchema;
  readonly values: readonly unknown[];
}

type Part = Record<string, unknown>;

const texts = ['a', 'ab', 'abc', 'abcd', 'x', 'y', '', 'b', 'A1', '12'];
const patterns = ['^a', '^[ab]+$', '^\\d{2}$', 'b$', '^(?:x|y)$', '[0-9]', '^a.c$', '^[a-z]{1,3}$'];
const numbers = [0, 1, 3, 7, 10, 14, 25, 100, -1, -15, 2.5, -0.5];
const plain = [...texts, ...numbers, true, false, null];
const leaves = ['string', 'integer', 'number', 'boolean', 'enum', 'const'];
const nodes = ['string', 'integer', 'number', 'null', 'enum', 'array', 'array', 'object', 'object', 'object', 'anyOf'];
const kinds = [...nodes, 'oneOf', 'allOf', 'types', 'any'];

/** Schemas with values, the same for each seed. */
export function randomSchemas(seed: number, count: number, most: number): readonly RandomSchema[] {
  const random = seededRandom(seed, 'schemas');
  const maker = new Maker(random);
  return Array.from({ length: count }, () => {
    const schema = maker.schema(0);
    const values = Array.from({ length: most }, () => maker.value(schema, 0));
    const isFirst = (value: unknown, i: number) => jsonOf(values).indexOf(JSON.stringify(value)) === i;
    return { schema, values: values.filter(isFirst) };
  });
}

const jsonOf = (values: readonly unknown[]) => values.map(value => JSON.stringify(value));

class Maker {
  readonly #random: Random;
  constructor(random: Random) {
    this.#random = random;
  }

  /** Of a thousand. */
  #is(often: number): boolean {
    return this.#random.below(1000) < often;
  }

  #some<T>(least: number, range: number, make: () => T): T[] {
    return Array.from({ length: least + this.#random.below(range) }, make);
  }

  schema(depth: number): Part {
    const { below, pick } = this.#random;
    const kind = pick(depth > 2 ? leaves : kinds);
    const inner = () => this.schema(depth + 1);
    const perhaps = (often: number, keywords: () => Part): Part => (this.#is(often) ? keywords() : {});
    const lengths = () => ({
      ...perhaps(250, () => ({ minLength: below(4) })),
      ...perhaps(250, () => ({ maxLength: below(5) })),
    });
    const bounds = (fraction: number) => ({
      ...perhaps(300, () => ({ minimum: below(40) - 15 + fraction })),
      ...perhaps(300, () => ({ maximum: below(40) - 10 })),
      ...perhaps(150, () => ({ exclusiveMinimum: below(20) - 5 })),
      ...perhaps(150, () => ({ exclusiveMaximum: below(30) })),
      ...perhaps(100, () => ({ multipleOf: pick([2, 5, 7]) })),
    });
    const made: Readonly<Record<string, () => Part>> = {
      string: () => ({ type: 'string', ...lengths(), ...perhaps(250, () => ({ pattern: pick(patterns) })) }),
      integer: () => ({ type: 'integer', ...bounds(0) }),
      number: () => ({ type: 'number', ...bounds(this.#is(200) ? 0.5 : 0) }),
      enum: () => ({ enum: [...new Set(this.#some(1, 3, () => pick(plain)))] }),
      const: () => ({ const: pick(plain) }),
      array: () => ({
        type: 'array',
        ...perhaps(800, () => ({ items: this.#is(60) ? false : inner() })),
        ...perhaps(200, () => ({ prefixItems: this.#some(1, 2, inner) })),
        ...perhaps(300, () => ({ minItems: below(3) })),
        ...perhaps(300, () => ({ maxItems: below(4) })),
        ...perhaps(100, () => ({ uniqueItems: true })),
        ...perhaps(100, () => ({ contains: inner() })),
      }),
      object: () => this.#object(inner, perhaps),
      anyOf: () => ({ anyOf: [inner(), inner()] }),
      oneOf: () => ({ oneOf: [inner(), inner()] }),
      allOf: () => ({ allOf: this.#some(1, 2, inner) }),
      types: () => ({
        type: pick([
          ['string', 'null'],
          ['integer', 'string'],
          ['array', 'null'],
          ['object', 'null'],
        ]),
        ...perhaps(300, () => ({ minLength: 2, minimum: 3 })),
      }),
      any: () => perhaps(200, () => ({ minimum: 2 })),
    };
    const own = made[kind]?.() ?? { type: kind };
    return {
      ...own,
      ...perhaps(30, () => ({ not: { const: pick(plain) } })),
      ...perhaps(40, () => ({ nullable: true })),
    };
  }

  #object(inner: () => Part, perhaps: (often: number, keywords: () => Part) => Part): Part {
    const { below } = this.#random;
    const keys = ['a', 'b', 'c'].slice(0, below(4));
    const required = [...keys, ...(this.#is(100) ? ['z'] : [])].filter(() => this.#is(600));
    return {
      type: 'object',
      ...(keys.length > 0 && { properties: Object.fromEntries(keys.map(key => [key, inner()])) }),
      ...(required.length > 0 && { required }),
      ...perhaps(600, () => ({ additionalProperties: this.#is(800) ? false : inner() })),
      ...perhaps(120, () => ({ minProperties: below(3) })),
      ...perhaps(120, () => ({ maxProperties: 1 + below(3) })),
      ...perhaps(80, () => ({ patternProperties: { '^x': inner() } })),
      ...perhaps(50, () => ({ propertyNames: { pattern: '^[a-c]$' } })),
      ...perhaps(50, () => ({ dependentRequired: { a: ['b'] } })),
    };
  }

  value(schema: unknown, depth: number): unknown {
    const { below, pick } = this.#random;
    const part = (typeof schema === 'object' ? schema : {}) as Part;
    const choice = (part.anyOf ?? part.oneOf ?? part.allOf ?? part.enum) as readonly unknown[] | undefined;
    if (choice && !this.#is(80)) return part.enum ? pick(choice) : this.value(pick(choice), depth);
    if ('const' in part && !this.#is(80)) return part.const;
    const type = Array.isArray(part.type) ? pick(part.type as readonly string[]) : part.type;
    if (this.#is(80)) return pick(plain);
    if (type === 'string') return pick(texts);
    if (type === 'boolean') return this.#is(500);
    if (type === 'null') return null;
    if (type === 'integer' || type === 'number') {
      const bounds = [part.minimum, part.maximum, part.exclusiveMinimum, part.exclusiveMaximum].filter(
        bound => typeof bound === 'number',
      );
      const near = bounds.length > 0 && this.#is(700) ? pick(bounds) : pick(numbers);
      return near + pick(type === 'integer' ? [0, 1, -1] : [0, 1, -1, 0.5, -0.5]);
    }
    if (type === 'array') {
      const listed = (part.prefixItems ?? []) as readonly unknown[];
      return Array.from({ length: below(4) }, (_, i) => this.value(listed[i] ?? part.items, depth + 1));
    }
    if (type === 'object') return this.#members(part, depth);
    return depth > 2 || this.#is(600) ? pick(plain) : this.#is(500) ? [pick(plain)] : { a: pick(plain), q: 1 };
  }

  #members(part: Part, depth: number): Part {
    const properties = (part.properties ?? {}) as Part;
    const required = (part.required ?? []) as readonly string[];
    const members: Part = {};
    for (const [key, each] of Object.entries(properties))
      if (this.#is(required.includes(key) ? 930 : 600)) members[key] = this.value(each, depth + 1);
    if (required.includes('z') && this.#is(500)) members.z = 1;
    if (this.#is(150)) members[this.#random.pick(['q', 'xy', 'd'])] = this.value(part.additionalProperties, depth + 1);
    return members;
  }
}
