import { fieldTitle } from '../docstring.ts';
import type { Member, ModelField } from './classFacts.ts';
import { defaultOf, readFieldArguments } from './fieldArguments.ts';
import type { ModelContext } from './modelContext.ts';
import type { Evaluator } from './pythonEvaluator.ts';
import { type Definitions, taggedUnion } from './schemaUnions.ts';
import type { Scope } from './scopes.ts';
import { argumentsOf, childOf, type PyNode } from './syntax.ts';
import type { TypeSchema } from './typeSchema.ts';

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
