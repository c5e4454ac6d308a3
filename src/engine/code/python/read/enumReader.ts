import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { literalType } from '../literalTypes.ts';
import { classNameOf, describe, membersOf } from './classFacts.ts';
import type { ModelContext } from './modelContext.ts';
import type { ScopedNode } from './scopes.ts';

/** What Pydantic prints of an enum. */
export function enumSchema(place: ScopedNode, models: ModelContext): PyDict {
  const values = [...enumMembers(place, models).values()];
  const type = literalType(values);
  return new Map<string, PyValue>([
    ...describe(place, models.evaluator),
    ['enum', values],
    ['title', classNameOf(place.node, models.evaluator)],
    ...(type === undefined ? [] : [['type', type] as const]),
  ]);
}

/** The members of an enum with their values; none of another class. */
export function enumMembers(place: ScopedNode, models: ModelContext): ReadonlyMap<string, PyValue> {
  const members = new Map<string, PyValue>();
  if (models.line(place)?.kind !== 'enum') return members;
  const scope = models.scopeIn(place);
  for (const member of membersOf(place.node, models.evaluator)) {
    if (member.kind !== 'assignment' || !member.value || member.name.startsWith('_')) continue;
    const value = models.evaluator.value(member.value, scope);
    if (value !== undefined) members.set(member.name, value);
  }
  return members;
}
