import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { pyRepr } from '../../python/index.ts';

/** A Python type as an annotation names it. */
export type PyType =
  | { readonly kind: 'plain'; readonly name: string }
  | { readonly kind: 'literal'; readonly values: readonly PyValue[] }
  | {
      readonly kind: 'enum';
      readonly name: string;
      readonly members: ReadonlyMap<string, PyValue>;
      readonly schema: PyDict;
    }
  /** A class that its JSON Schema describes: a model, where that has `properties`. */
  | { readonly kind: 'class'; readonly name: string; readonly schema: PyDict }
  | { readonly kind: 'generic'; readonly name: string; readonly args: readonly PyType[] }
  /** `isBar`: written with `|`, which Python calls something else than `Union[…]`. */
  | { readonly kind: 'union'; readonly args: readonly PyType[]; readonly isBar: boolean };

/** The `None` of annotations. */
export const noneType: PyType = { kind: 'plain', name: 'NoneType' };

/** What stands in `tuple[int, ...]`. */
export const ellipsis: PyType = { kind: 'plain', name: 'Ellipsis' };

/** Whether a type is the plain one of that name. */
export function isPlain(type: PyType, name: string): boolean {
  return type.kind === 'plain' && type.name === name;
}

/** Whether a type is a Pydantic model. */
export function isModel(type: PyType): type is PyType & { readonly kind: 'class' } {
  return type.kind === 'class' && rootOf(type.schema).has('properties');
}

/** The schema of a class itself: of one that holds itself, Pydantic puts a reference at the root. */
export function rootOf(schema: PyDict): PyDict {
  const ref = schema.get('$ref');
  const definitions = schema.get('$defs');
  const root =
    typeof ref === 'string' && isPyDict(definitions) ? definitions.get(ref.slice(ref.lastIndexOf('/') + 1)) : undefined;
  return root !== undefined && isPyDict(root) ? root : schema;
}

/** DSPy's `annotation_allows_none`. */
export function allowsNone(type: PyType): boolean {
  return type === noneType || isPlain(type, 'NoneType') || (type.kind === 'union' && type.args.some(allowsNone));
}

/** The members of a union without `None`; of another type itself. */
export function withoutNone(type: PyType): readonly PyType[] {
  return type.kind === 'union' ? type.args.filter(arg => !isPlain(arg, 'NoneType')) : [type];
}

/** A union as Python makes it: it is flat, and a type stands in it once. */
export function unionOf(members: readonly PyType[], isBar: boolean): PyType {
  const args: PyType[] = [];
  const names = new Set<string>();
  for (const member of members.flatMap(type => (type.kind === 'union' ? type.args : [type]))) {
    const name = typeName(member);
    if (!names.has(name)) args.push(member);
    names.add(name);
  }
  return args.length === 1 && args[0] ? args[0] : { kind: 'union', args, isBar };
}

/** DSPy's `get_annotation_name`. */
export function typeName(type: PyType): string {
  if (type.kind === 'literal') return `Literal[${type.values.map(literalName).join(', ')}]`;
  if (type.kind !== 'generic' && type.kind !== 'union') return type.name;
  const name = type.kind === 'generic' ? type.name : type.isBar ? 'UnionType' : 'Union';
  return `${name}[${type.args.map(typeName).join(', ')}]`;
}

/** A value of `Literal[…]`: of quotes in a text the double ones win, and only single ones are escaped. */
function literalName(value: PyValue): string {
  if (typeof value !== 'string') return pyRepr(value);
  if (!value.includes("'")) return `'${value}'`;
  return value.includes('"') ? `'${value.replaceAll("'", "\\'")}'` : `"${value}"`;
}

function enumMember(name: string, member: string, value: PyValue): PyOpaque {
  return new PyOpaque(name, `<${name}.${member}: ${pyRepr(value)}>`, value);
}

/** DSPy's `find_enum_member`: by value, then by name. Raises its `ValueError`, or `TypeError` for what cannot be a name. */
export function findEnumMember(
  { name, members }: PyType & { readonly kind: 'enum' },
  value: PyValue,
  equals: (a: PyValue, b: PyValue) => boolean,
): PyValue {
  for (const [member, enumValue] of members) if (equals(enumValue, value)) return enumMember(name, member, enumValue);
  if (Array.isArray(value) || value instanceof Map)
    throw new EngineError('TypeError', `unhashable type: '${Array.isArray(value) ? 'list' : 'dict'}'`);
  const named = typeof value === 'string' ? members.get(value) : undefined;
  if (named !== undefined) return enumMember(name, value as string, named);
  const text = typeof value === 'string' ? value : pyRepr(value);
  throw new EngineError('ValueError', `${text} is not a valid name or value for the enum ${name}`);
}
