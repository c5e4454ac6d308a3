import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { sortSchema } from '../../../parsers/shared/pydanticSchema.ts';
import { pyRepr } from '../../../python/index.ts';
import { dictAt, listAt, referenceName } from '../schemaFacts.ts';
import type { TypeSchema } from './typeSchema.ts';

const nothing: PyDict = new Map([['type', 'null']]);

/** What gives the schema of a definition, once it is read. */
export interface Definitions {
  definition(name: string): PyDict | undefined;
}

/** The type, or null: as Pydantic prints it, null comes last. */
export function nullable(type: TypeSchema): TypeSchema {
  return unionSchema([type, { schema: nothing, isTitled: true }]);
}

/** A union: unions inside it become part of it, null comes last, and of equal members one is kept. */
export function unionSchema(types: readonly TypeSchema[]): TypeSchema {
  const members = new Map<string, PyValue>();
  let isNullable = false;
  for (const { schema } of types)
    for (const member of flatMembers(schema)) {
      if (isNothing(member)) isNullable = true;
      else members.set(pyRepr(isPyDict(member) ? sortSchema(member) : member), member);
    }
  const others = [...members.values()];
  const [only] = others;
  const field = types.find(type => type.field)?.field;
  const single = types.filter(({ schema }) => !isNothing(schema));
  const isTitled = single.length === 1 ? single[0]!.isTitled : true;
  if (only === undefined) return { schema: nothing, isTitled: true };
  if (others.length === 1 && !isNullable && isPyDict(only)) return { schema: only, isTitled };
  const schema = new Map([['anyOf', isNullable ? [...others, nothing] : others]]);
  return { schema, isTitled, ...(field && { field }) };
}

function flatMembers(schema: PyDict): readonly PyValue[] {
  const members = listAt(schema, 'anyOf');
  return members.length > 0 && schema.size === 1 ? members : [schema];
}

function isNothing(schema: PyValue): boolean {
  return isPyDict(schema) && schema.size === 1 && schema.get('type') === 'null';
}

/** A union told apart by a field of its members, which are classes; the union itself where that cannot be. */
export function taggedUnion(schema: PyDict, key: string, definitions: Definitions): PyDict {
  const members = listAt(schema, 'anyOf');
  const others = members.filter(member => !isNothing(member));
  const mapping = new Map<string, PyValue>();
  for (const member of others) {
    const ref = isPyDict(member) ? member.get('$ref') : undefined;
    const name = referenceName(ref);
    const model = name === undefined ? undefined : definitions.definition(name);
    const field = model && dictAt(dictAt(model, 'properties'), key);
    const tags = field?.has('const') ? [field.get('const') ?? null] : field ? listAt(field, 'enum') : [];
    if (tags.length === 0) return schema;
    for (const tag of tags) mapping.set(typeof tag === 'string' ? tag : String(tag), ref!);
  }
  const discriminator = new Map<string, PyValue>([
    ['mapping', mapping],
    ['propertyName', key],
  ]);
  const union = new Map<string, PyValue>([
    ['discriminator', discriminator],
    ['oneOf', others],
  ]);
  const rest = [...schema].filter(([name]) => name !== 'anyOf');
  return new Map<string, PyValue>([
    ...rest,
    ...(others.length < members.length ? [['anyOf', [union, nothing]] as const] : union),
  ]);
}
