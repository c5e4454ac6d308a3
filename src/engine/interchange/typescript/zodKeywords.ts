import { isPyDict, isPyList, type PyDict, type PyValue } from '../../python/value.ts';
import { dict } from '../schema/dict.ts';

/** A keyword beside others; beside a reference it stands too, as JSON Schema allows since 2019. */
export function beside(schema: PyDict, key: string, value: PyValue): PyDict {
  return new Map([...schema, [key, value]]);
}

/** The schema of `z.literal`: of one value or of several. */
export function literals(value: PyValue | undefined): PyDict {
  if (value === undefined) return new Map();
  return isPyList(value) ? dict({ enum: value }) : dict({ const: value });
}

/** The schema of `z.enum`, of a list or an object. */
export function enumeration(value: PyValue | undefined): PyDict {
  const values = value !== undefined && isPyDict(value) ? [...value.values()] : value;
  if (values === undefined || !isPyList(values)) return new Map();
  return dict({ type: values.every(each => typeof each === 'string') ? 'string' : undefined, enum: values });
}

/** An object's schema with the keys of another. */
export function extended(schema: PyDict, more: PyDict): PyDict {
  const members = (of: PyDict): readonly [string, PyValue][] => {
    const properties = of.get('properties') ?? null;
    return isPyDict(properties) ? [...properties] : [];
  };
  const names = (of: PyDict): readonly PyValue[] => {
    const list = of.get('required') ?? null;
    return isPyList(list) ? list : [];
  };
  const own = new Set(members(more).map(([key]) => key));
  const required = [...names(schema).filter(key => !own.has(String(key))), ...names(more)];
  return new Map<string, PyValue>([
    ...schema,
    ['properties', new Map([...members(schema), ...members(more)])],
    ['required', required],
  ]);
}

/** Makers without arguments. */
export const simpleTypes: Readonly<Record<string, Readonly<Record<string, PyValue>>>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  float32: { type: 'number' },
  float64: { type: 'number' },
  int: { type: 'integer' },
  int32: { type: 'integer' },
  uint32: { type: 'integer' },
  bigint: { type: 'integer' },
  boolean: { type: 'boolean' },
  stringbool: { type: 'boolean' },
  null: { type: 'null' },
  any: {},
  unknown: {},
  json: {},
  date: { type: 'string', format: 'date-time' },
  email: { type: 'string', format: 'email' },
  url: { type: 'string', format: 'uri' },
  uuid: { type: 'string', format: 'uuid' },
  ipv4: { type: 'string', format: 'ipv4' },
  ipv6: { type: 'string', format: 'ipv6' },
};

/** Methods of texts that are formats. */
export const formatsOfMethods: Readonly<Record<string, string>> = {
  email: 'email',
  url: 'uri',
  uuid: 'uuid',
  datetime: 'date-time',
  date: 'date',
  time: 'time',
  duration: 'duration',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
};

/** What a method bounds: of a text, of a list, of a number. */
export const boundKeys: Readonly<Record<string, readonly [string, string, string]>> = {
  min: ['minLength', 'minItems', 'minimum'],
  max: ['maxLength', 'maxItems', 'maximum'],
  gte: ['', '', 'minimum'],
  lte: ['', '', 'maximum'],
  gt: ['', '', 'exclusiveMinimum'],
  lt: ['', '', 'exclusiveMaximum'],
  multipleOf: ['', '', 'multipleOf'],
  step: ['', '', 'multipleOf'],
};

/** Methods that change nothing that a schema says. */
export const harmless: ReadonlySet<string> = new Set([
  'strip',
  'readonly',
  'brand',
  'finite',
  'safe',
  'register',
  'clone',
]);
