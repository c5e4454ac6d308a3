import { basesOf, type Member } from './classFacts.ts';
import type { ModelContext } from './modelContext.ts';
import { type Field, readField } from './modelFields.ts';
import type { Scope, ScopedNode } from './scopes.ts';
import { childOf, itemsOf, type PyNode } from './syntax.ts';

/** The keys that the body of a `TypedDict` declares: required unless the class is not `total`, or `NotRequired[…]` says so. */
export function typedFields(
  place: ScopedNode,
  members: readonly Member[],
  scope: Scope,
  context: ModelContext,
): ReadonlyMap<string, Field> {
  const { evaluator } = context;
  const total = basesOf(place, evaluator).find(({ name }) => name === 'total');
  const isTotal = !total || evaluator.value(total.value, place.scope) !== false;
  const fields = new Map<string, Field>();
  for (const member of members) {
    if (member.kind !== 'assignment' || !member.annotation) continue;
    const { annotation, isRequired } = requiredness(member.annotation, scope, context);
    const field = readField({ ...member, annotation }, scope, fields, context);
    if (field) fields.set(member.name, { ...field, isRequired: isRequired ?? isTotal });
  }
  return fields;
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
