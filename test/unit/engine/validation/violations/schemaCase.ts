/** A text that breaks a schema: where, why, what stands there in the text, and what it reads to where one natural reading is there. */
export interface SchemaCase {
  readonly schema: object;
  readonly text: string;
  readonly found: readonly (readonly [path: string, cause: string, part: string])[];
  readonly reads?: unknown;
}

const types = {
  s: { type: 'string' },
  i: { type: 'integer' },
  n: { type: 'number' },
  b: { type: 'boolean' },
  o: { type: 'object' },
  ss: { type: 'array', items: { type: 'string' } },
  ii: { type: 'array', items: { type: 'integer' } },
  nn: { type: 'array', items: { type: 'number' } },
  mood: { enum: ['Good', 'Very Good', 'Bad'] },
  moods: { type: 'array', items: { enum: ['Good', 'Very Good', 'Bad'] } },
};

/** The schema of an object: members by their types, `?` behind the name of one that may be missing. */
export function object(
  members: Readonly<Record<string, keyof typeof types | object | false>>,
  more: object = {},
): object {
  const named = Object.entries(members).map(([name, type]) => ({
    name: name.replace('?', ''),
    isRequired: !name.endsWith('?'),
    schema: typeof type === 'string' ? types[type] : type,
  }));
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
    required: named.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    ...more,
  };
}

/** An array's schema. */
export function list(items: object, more: object = {}): object {
  return { type: 'array', items, ...more };
}
