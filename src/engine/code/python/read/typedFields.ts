import { fieldTitle } from '../docstring.ts';
import { basesOf, type Member, type ModelField } from './classFacts.ts';
import { defaultOf, readFieldArguments } from './fieldArguments.ts';
import type { ModelContext } from './modelContext.ts';
import type { Evaluator } from './pythonEvaluator.ts';
import { type Definitions, taggedUnion } from './schemaUnions.ts';
import type { Scope, ScopedNode } from './scopes.ts';
import { argumentsOf, childOf, childrenOf, itemsOf, type PyNode } from './syntax.ts';
import type { TypeSchema } from './typeSchema.ts';

/** The keys that the body of a `TypedDict` declares: required unless the class is not `total`, or `NotRequired[…]` says so. */
export function typedFields(
  place: ScopedNode,
  members: readonly Member[],
  scope: Scope,
  context: ModelContext,
): ReadonlyMap<string, ModelField> {
  const { evaluator } = context;
  const total = basesOf(place, evaluator).find(({ name }) => name === 'total');
  const isTotal = !total || evaluator.value(total.value, place.scope) !== false;
  const fields = new Map<string, ModelField>();
  for (const member of members) {
    if (member.kind !== 'assignment' || !member.annotation) continue;
    const { annotation, isRequired } = requiredness(member.annotation, scope, context);
    const field = readField({ ...member, annotation }, scope, fields, context);
    if (field) fields.set(member.name, { ...field, isRequired: isRequired ?? isTotal });
  }
  return fields;
}

/** A `TypedDict('X', { 'key': type })`: what it is called, and its keys. `undefined`: the node is another value. */
export function functionalTypedDict(
  { node, scope }: ScopedNode,
  context: ModelContext,
): { readonly name: string; readonly fields: ReadonlyMap<string, ModelField> } | undefined {
  const { evaluator } = context;
  const callee = node.name === 'CallExpression' ? node.firstChild : null;
  if (!callee || evaluator.importedName(callee, scope) !== 'TypedDict') return undefined;
  const args = argumentsOf(childOf(node, 'ArgList'), evaluator.text);
  const [called, items] = args.filter(({ name }) => name === undefined).map(({ value }) => value);
  const name = called && evaluator.value(called, scope);
  if (typeof name !== 'string' || items?.name !== 'DictionaryExpression') return undefined;
  const total = args.find(each => each.name === 'total');
  const isTotal = !total || evaluator.value(total.value, scope) !== false;
  const fields = new Map<string, ModelField>();
  for (const [key, type] of entriesOf(items)) {
    const written = evaluator.value(key, scope);
    if (typeof written !== 'string') return undefined;
    const { annotation, isRequired } = requiredness(type, scope, context);
    const member = {
      kind: 'assignment',
      name: written,
      node: key,
      targets: [],
      isUnpacking: false,
      annotation,
    } as const;
    const field = readField(member, scope, fields, context);
    if (field) fields.set(written, { ...field, isRequired: isRequired ?? isTotal });
  }
  return { name, fields };
}

/** The keys and values of a dictionary's literal, in their order. */
function entriesOf(dict: PyNode): readonly (readonly [key: PyNode, value: PyNode])[] {
  const parts = childrenOf(dict);
  return parts.flatMap((colon, i) => {
    const [key, value] = [parts[i - 1], parts[i + 1]];
    return colon.name === ':' && key && value && !value.type.isError ? [[key, value] as const] : [];
  });
}

/** The type within `Required[…]` or `NotRequired[…]`, and what they say; `undefined`: nothing. */
function requiredness(
  annotation: PyNode,
  scope: Scope,
  { evaluator }: ModelContext,
): { readonly annotation: PyNode; readonly isRequired: boolean | undefined } {
  const base = childOf(annotation, '[') ? annotation.firstChild : null;
  const name = base ? evaluator.importedName(base, scope) : undefined;
  const inner = name === 'Required' || name === 'NotRequired' ? itemsOf(annotation)[1] : undefined;
  if (!inner) return { annotation, isRequired: undefined };
  return { annotation: inner, isRequired: name === 'Required' };
}

/** The field that an assignment in the body of a class makes, given those before it; `undefined` where it makes none. */
export function readField(
  { name, annotation, value }: Extract<Member, { kind: 'assignment' }>,
  scope: Scope,
  before: ReadonlyMap<string, ModelField>,
  context: ModelContext,
): ModelField | undefined {
  const { evaluator } = context;
  const overridden = annotation || value === undefined ? undefined : before.get(name);
  if (name.startsWith('_') || (!annotation && !overridden)) return undefined;
  const base = annotation && childOf(annotation, '[') ? annotation.firstChild : annotation;
  if (base && evaluator.importedName(base, scope) === 'ClassVar') return undefined;
  const type: TypeSchema = annotation
    ? context.readType(annotation, scope)
    : { schema: new Map([...(overridden?.schema ?? [])].filter(([key]) => key !== 'default')), isTitled: true };
  const callee = value?.name === 'CallExpression' ? value.firstChild : undefined;
  const calls = callee ? evaluator.importedName(callee, scope) : undefined;
  if (calls === 'PrivateAttr') return undefined;
  return fieldOf(
    name,
    value ? withValue(type, value, calls === 'Field' || calls === 'field', scope, evaluator) : type,
    context,
  );
}

/** A type with what the value of its field says: a default, or what `Field(…)` is given. */
function withValue(type: TypeSchema, value: PyNode, isField: boolean, scope: Scope, evaluator: Evaluator): TypeSchema {
  if (isField)
    return readFieldArguments(type, argumentsOf(childOf(value, 'ArgList'), evaluator.text), scope, evaluator);
  return { ...type, field: { ...type.field, ...defaultOf(value, scope, evaluator) } };
}

/** A field of a type, as Pydantic prints it: with its title and its default. */
function fieldOf(name: string, type: TypeSchema, definitions: Definitions): ModelField {
  const { field = {}, isTitled } = type;
  const schema = new Map(
    field.discriminator === undefined ? type.schema : taggedUnion(type.schema, field.discriminator, definitions),
  );
  const key = field.alias ?? name;
  if (isTitled && !schema.has('title')) schema.set('title', fieldTitle(key));
  if (field.default !== undefined) schema.set('default', field.default);
  return { key, schema, isRequired: field.isOptional !== true };
}
