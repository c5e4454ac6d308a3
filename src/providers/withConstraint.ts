import { isPyDict, isPyList, type PyDict, type PyValue } from '../engine/index.ts';

/**
 * A request's body with what an engine is sent of a constraint laid over it, objects member by member and lists one behind the
 * other; a member that the user set (`own`) stays as it is.
 */
export function withConstraint(body: PyDict, constraint: PyDict, own: PyDict = new Map()): PyDict {
  const merged = new Map(body);
  for (const [key, value] of constraint) if (!own.has(key)) merged.set(key, laidOver(merged.get(key), value));
  return merged;
}

function laidOver(under: PyValue | undefined, over: PyValue): PyValue {
  if (isPyDict(over) && isPyDict(under ?? null)) return withConstraint(under as PyDict, over);
  if (isPyList(over) && isPyList(under ?? null)) return [...(under as readonly PyValue[]), ...over];
  return over;
}
