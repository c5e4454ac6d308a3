import { decimalPattern } from '../../code/python/simpleTypes.ts';
import { isPyDict, isPyList, type PyDict, PyFloat, type PyValue } from '../../core/pyValue.ts';
import { ellipsis, isPlain, noneType, type PyType, unionOf } from './pyType.ts';

const plainSchemas: Readonly<Record<string, readonly (readonly [string, PyValue])[]>> = {
  str: [['type', 'string']],
  int: [['type', 'integer']],
  float: [['type', 'number']],
  bool: [['type', 'boolean']],
  NoneType: [['type', 'null']],
  bytes: [
    ['format', 'binary'],
    ['type', 'string'],
  ],
  datetime: [
    ['format', 'date-time'],
    ['type', 'string'],
  ],
  date: [
    ['format', 'date'],
    ['type', 'string'],
  ],
  time: [
    ['format', 'time'],
    ['type', 'string'],
  ],
  timedelta: [
    ['format', 'duration'],
    ['type', 'string'],
  ],
  UUID: [
    ['format', 'uuid'],
    ['type', 'string'],
  ],
  Decimal: [
    [
      'anyOf',
      [
        new Map([['type', 'number']]),
        new Map([
          ['pattern', decimalPattern(undefined, undefined)],
          ['type', 'string'],
        ]),
      ],
    ],
  ],
  list: [
    ['items', new Map()],
    ['type', 'array'],
  ],
  Sequence: [
    ['items', new Map()],
    ['type', 'array'],
  ],
  tuple: [
    ['items', new Map()],
    ['type', 'array'],
  ],
  set: [
    ['items', new Map()],
    ['type', 'array'],
    ['uniqueItems', true],
  ],
  frozenset: [
    ['items', new Map()],
    ['type', 'array'],
    ['uniqueItems', true],
  ],
  dict: [
    ['additionalProperties', true],
    ['type', 'object'],
  ],
  Mapping: [
    ['additionalProperties', true],
    ['type', 'object'],
  ],
};

/** `TypeAdapter(type).json_schema()` of Pydantic: classes inside other types stand under `$defs`. */
export function schemaOfType(type: PyType): PyDict {
  const definitions = new Map<string, PyValue>();
  const isClass = type.kind === 'class' || type.kind === 'enum';
  const own = isClass ? type.schema : innerSchema(type, definitions);
  return definitions.size > 0 ? new Map([['$defs', definitions], ...own]) : own;
}

function innerSchema(type: PyType, definitions: Map<string, PyValue>): PyDict {
  const inner = (each: PyType) => innerSchema(each, definitions);
  switch (type.kind) {
    case 'plain':
      return new Map(plainSchemas[type.name] ?? []);
    case 'literal':
      return literalSchema(type.values);
    case 'union':
      return unionSchema(type.args, inner);
    case 'generic':
      return genericSchema(type, inner);
    default: {
      const { name, schema } = type;
      for (const [key, each] of definitionsOf(schema)) definitions.set(key, each);
      if (!definitions.has(name)) definitions.set(name, new Map([...schema].filter(([key]) => key !== '$defs')));
      return new Map([['$ref', `#/$defs/${name}`]]);
    }
  }
}

/** The `$defs` of a schema. */
export function definitionsOf(schema: PyDict): PyDict {
  const definitions = schema.get('$defs');
  return isPyDict(definitions) ? definitions : new Map();
}

function literalSchema(values: readonly PyValue[]): PyDict {
  const types = new Set(values.map(jsonType));
  const type: [string, PyValue][] = types.size === 1 ? [['type', jsonType(values[0] ?? null)]] : [];
  return new Map<string, PyValue>([values.length === 1 ? ['const', values[0] ?? null] : ['enum', values], ...type]);
}

function jsonType(value: PyValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  return value instanceof PyFloat || (typeof value === 'number' && !Number.isInteger(value)) ? 'number' : 'integer';
}

/** `None` comes last, wherever it is written. */
function unionSchema(args: readonly PyType[], inner: (type: PyType) => PyDict): PyDict {
  const isNone = (type: PyType) => isPlain(type, 'NoneType');
  const members = [...args.filter(arg => !isNone(arg)), ...(args.some(isNone) ? [noneType] : [])];
  return new Map([['anyOf', members.map(inner)]]);
}

function genericSchema({ name, args }: PyType & { readonly kind: 'generic' }, inner: (type: PyType) => PyDict): PyDict {
  const schemas = args.filter(arg => arg !== ellipsis).map(inner);
  const [first = new Map(), second = new Map()] = schemas;
  if (name === 'dict' || name === 'Mapping')
    return new Map<string, PyValue>([
      ['additionalProperties', second.size > 0 ? second : true],
      ...namesOf(first),
      ['type', 'object'],
    ]);
  if (name === 'tuple' && schemas.length === args.length)
    return new Map<string, PyValue>([
      ['maxItems', args.length],
      ['minItems', args.length],
      ['prefixItems', schemas],
      ['type', 'array'],
    ]);
  const unique: [string, PyValue][] = name.endsWith('set') ? [['uniqueItems', true]] : [];
  return new Map<string, PyValue>([['items', first], ['type', 'array'], ...unique]);
}

/** What Pydantic says of a mapping's keys: texts that are more than texts, and classes. */
function namesOf(keys: PyDict): readonly [string, PyValue][] {
  if (!keys.has('$ref') && !(keys.get('type') === 'string' && keys.size > 1)) return [];
  return [['propertyNames', new Map([...keys].filter(([key]) => key !== 'type'))]];
}

/** The type that a schema stands for, as far as one shows it: of a member of a model. */
export function typeOfSchema(schema: PyValue | undefined, definitions: PyDict): PyType {
  if (schema === undefined || !isPyDict(schema)) return { kind: 'plain', name: 'Any' };
  const inner = (each: PyValue | undefined) => typeOfSchema(each, definitions);
  const ref = schema.get('$ref') ?? listOf(schema.get('allOf')).map(each => isPyDict(each) && each.get('$ref'))[0];
  if (typeof ref === 'string') {
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    const found = definitions.get(name);
    return classOfSchema(name, isPyDict(found) ? new Map(found).set('$defs', definitions) : new Map());
  }
  const values = schema.has('const') ? [schema.get('const') ?? null] : listOf(schema.get('enum'));
  if (values.length > 0) return { kind: 'literal', values };
  const members = listOf(schema.get('anyOf'));
  if (members.length > 0) return unionOf(members.map(inner), false);
  if (schema.get('type') === 'array') {
    const prefix = listOf(schema.get('prefixItems'));
    if (prefix.length > 0) return { kind: 'generic', name: 'tuple', args: prefix.map(inner) };
    const name = schema.get('uniqueItems') === true ? 'set' : 'list';
    const items = schema.get('items');
    return isPyDict(items) && items.size > 0
      ? { kind: 'generic', name, args: [inner(items)] }
      : { kind: 'plain', name };
  }
  if (schema.get('type') === 'object') {
    const extras = schema.get('additionalProperties');
    if (!isPyDict(extras)) return { kind: 'plain', name: 'dict' };
    return { kind: 'generic', name: 'dict', args: [{ kind: 'plain', name: 'str' }, inner(extras)] };
  }
  const named = Object.entries(plainSchemas).find(
    ([, entries]) =>
      entries.every(([key, value]) => schema.get(key) === value) && entries.length === (schema.has('format') ? 2 : 1),
  );
  return { kind: 'plain', name: named?.[0] ?? 'Any' };
}

/** The class of a name and its schema: an enum where that lists values. `names`: those of its members; absent, they are guessed. */
export function classOfSchema(name: string, schema: PyDict, names?: readonly string[]): PyType {
  const values = listOf(schema.get('enum'));
  if (values.length === 0) return { kind: 'class', name, schema };
  const varnames = names ?? listOf(schema.get('x-enum-varnames'));
  const members = values.map((value, i) => [String(varnames[i] ?? guessedName(value)), value] as const);
  return { kind: 'enum', name, members: new Map(members), schema };
}

function guessedName(value: PyValue): string {
  return typeof value === 'string' ? value.toUpperCase().replace(/[ -]/g, '_') : `VALUE_${value}`;
}

/** The items of a list; none of anything else. */
export function listOf(value: PyValue | undefined): readonly PyValue[] {
  return value !== undefined && isPyList(value) ? value : [];
}
