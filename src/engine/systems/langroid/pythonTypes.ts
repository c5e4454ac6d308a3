import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';

/** What the annotation of a field is, as far as its JSON schema tells. */
export type FieldType =
  | { readonly kind: 'model'; readonly name: string; readonly schema: PyDict }
  | { readonly kind: 'list'; readonly name: string; readonly item: PyValue | undefined }
  | { readonly kind: 'dict'; readonly name: string; readonly value: PyValue | undefined }
  | { readonly kind: 'other'; readonly name: string };

const maxHops = 50;

const formats: Readonly<Record<string, string>> = {
  'date-time': 'datetime',
  date: 'date',
  time: 'time',
  duration: 'timedelta',
  uuid: 'UUID',
  binary: 'bytes',
};

/** The schema that a reference leads to, with its name; the schema itself where it is not a reference. */
function resolve(root: PyDict, schema: PyValue | undefined): { schema: PyDict; name?: string } | undefined {
  let at = schema;
  let name: string | undefined;
  for (let hops = 0; hops < maxHops; hops++) {
    if (at === undefined || !isPyDict(at)) return undefined;
    const all = at.get('allOf');
    const ref = at.get('$ref') ?? (all !== undefined && isPyList(all) && all.length === 1 ? refOf(all[0]) : undefined);
    if (typeof ref !== 'string') return name === undefined ? { schema: at } : { schema: at, name };
    name = ref.slice(ref.lastIndexOf('/') + 1);
    const definitions = root.get('$defs') ?? root.get('definitions');
    at = isPyDict(definitions) ? definitions.get(name) : undefined;
  }
  return undefined;
}

function refOf(schema: PyValue | undefined): PyValue | undefined {
  return schema !== undefined && isPyDict(schema) ? schema.get('$ref') : undefined;
}

/** The type of a field; `root` has the definitions. Of `Optional` the name is that, but `inner` gives what it is of. */
export function fieldType(root: PyDict, written: PyValue | undefined): FieldType {
  const resolved = resolve(root, written);
  if (!resolved) return { kind: 'other', name: 'Any' };
  const { schema, name } = resolved;
  const members = membersOf(schema);
  if (members) return { kind: 'other', name: members.length === 2 && members.some(isNull) ? 'Optional' : 'Union' };
  if (schema.has('enum') || schema.has('const')) return { kind: 'other', name: name ?? 'Literal' };
  const type = schema.get('type');
  if (type === 'object' || schema.has('properties')) {
    if (!schema.has('properties') && name === undefined)
      return { kind: 'dict', name: 'Dict', value: schema.get('additionalProperties') };
    return { kind: 'model', name: name ?? titleOf(schema) ?? 'dict', schema };
  }
  if (type === 'array') {
    if (schema.has('prefixItems')) return { kind: 'other', name: 'Tuple' };
    if (schema.get('uniqueItems') === true) return { kind: 'other', name: 'Set' };
    return { kind: 'list', name: 'List', item: schema.get('items') };
  }
  return { kind: 'other', name: scalarName(schema, type) };
}

/** What an `Optional` is of; the schema itself where it is not an `Optional`. */
export function withoutNone(schema: PyValue | undefined): PyValue | undefined {
  const members = schema !== undefined && isPyDict(schema) ? membersOf(schema) : undefined;
  const others = members?.filter(member => !isNull(member));
  return members && others?.length === 1 && others.length < members.length ? others[0] : schema;
}

function membersOf(schema: PyDict): readonly PyValue[] | undefined {
  const members = schema.get('anyOf') ?? schema.get('oneOf');
  return members !== undefined && isPyList(members) ? members : undefined;
}

function isNull(schema: PyValue): boolean {
  return isPyDict(schema) && schema.get('type') === 'null';
}

function titleOf(schema: PyDict): string | undefined {
  const title = schema.get('title');
  return typeof title === 'string' ? title : undefined;
}

function scalarName(schema: PyDict, type: PyValue | undefined): string {
  switch (type) {
    case 'string':
      return formats[String(schema.get('format'))] ?? 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'NoneType';
    default:
      return 'Any';
  }
}

/** The fields of a model in their order, with their schemas. */
export function propertiesOf(schema: PyDict): PyDict {
  const properties = schema.get('properties');
  return isPyDict(properties) ? properties : new Map();
}
