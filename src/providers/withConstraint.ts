import { isPyDict, isPyList, type PyDict, type PyValue } from '../engine/index.ts';

/**
 * A request's body with what an engine is sent of a constraint laid over it: a group of settings member by member, tools behind
 * the others; what has a `type` (a schema, a form of answers) is one thing. A member that the user set (`own`) stays as it is.
 */
export function withConstraint(body: PyDict, constraint: PyDict, own: PyDict = new Map()): PyDict {
  const merged = new Map(body);
  for (const [key, value] of constraint) if (!own.has(key)) merged.set(key, laidOver(merged.get(key) ?? null, value));
  return merged;
}

function laidOver(under: PyValue, over: PyValue): PyValue {
  if (isPyDict(over) && isPyDict(under) && !over.has('type')) return new Map([...under, ...over]);
  return isPyList(over) && isPyList(under) ? [...under, ...over] : over;
}
