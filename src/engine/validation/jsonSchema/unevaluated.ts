import { isPyDict, isPyList, type PyDict, type PyList, type PyValue } from '../../core/pyValue.ts';
import type { RunningCheck } from './keyword.ts';
import { matchesPattern } from './patternMatch.ts';

/** The indexes of the items that a schema says something about, for `unevaluatedItems`. */
export function evaluatedItems(instance: PyList, schema: PyValue, check: RunningCheck): Set<number> {
  const found = new Set<number>();
  if (!isPyDict(schema)) return found;
  if (schema.has('items')) return new Set(instance.keys());
  const prefix = schema.get('prefixItems') ?? null;
  if (isPyList(prefix)) for (const i of prefix.keys()) found.add(i);
  for (const keyword of ['contains', 'unevaluatedItems']) {
    const each = schema.get(keyword);
    if (each !== undefined) for (const [i, item] of instance.entries()) if (check.takes(item, each)) found.add(i);
  }
  for (const part of appliedParts(instance, schema, check))
    for (const i of evaluatedItems(instance, part, check)) found.add(i);
  return found;
}

/** The keys that a schema says something about, for `unevaluatedProperties`. */
export function evaluatedKeys(instance: PyDict, schema: PyValue, check: RunningCheck): Set<string> {
  const found = new Set<string>();
  if (!isPyDict(schema)) return found;
  const member = (keyword: string) => schema.get(keyword) ?? null;
  const [properties, patterns, dependent] = ['properties', 'patternProperties', 'dependentSchemas'].map(member);
  if (isPyDict(properties!)) for (const key of properties.keys()) if (instance.has(key)) found.add(key);
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    const each = member(keyword);
    if (each !== null) for (const [key, item] of instance) if (check.takes(item, each)) found.add(key);
  }
  if (isPyDict(patterns!))
    for (const key of instance.keys())
      if ([...patterns.keys()].some(pattern => matchesPattern(pattern, key))) found.add(key);
  const parts = appliedParts(instance, schema, check);
  if (isPyDict(dependent!)) for (const [key, part] of dependent) if (instance.has(key)) parts.push(part);
  for (const part of parts) for (const key of evaluatedKeys(instance, part, check)) found.add(key);
  return found;
}

/** The schemas that apply to the instance beside a schema: references, branches that take it, and the one that `if` chooses. */
function appliedParts(instance: PyValue, schema: PyDict, check: RunningCheck): PyValue[] {
  const parts: PyValue[] = [];
  for (const keyword of ['$ref', '$dynamicRef']) {
    const reference = schema.get(keyword);
    if (typeof reference === 'string') parts.push(check.resolve(reference));
  }
  for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
    const branches = schema.get(keyword) ?? null;
    if (isPyList(branches)) parts.push(...branches.filter(each => check.takes(instance, each)));
  }
  const condition = schema.get('if');
  if (condition === undefined) return parts;
  const holds = check.takes(instance, condition);
  const branch = schema.get(holds ? 'then' : 'else');
  return [...parts, ...(holds ? [condition] : []), ...(branch === undefined ? [] : [branch])];
}
