import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../src/engine/index.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';
import { pythonLiteral } from './pythonLiteral.ts';

/** The recorded cases of one system, read as Python reads them; without those that this project does not answer for. */
export function recordedActions(system: string): readonly PyDict[] {
  const recorded = jsonLoads(readFileSync(new URL('./actions-tools-structured.json', import.meta.url), 'utf8'));
  assert(recorded.ok && isPyList(recorded.value));
  return recorded.value
    .map(withPython)
    .filter((item): item is PyDict => isPyDict(item) && item.get('system') === system);
}

/** Whether a case has a tag. */
export function hasTag(item: PyDict, tag: string): boolean {
  return ((item.get('tags') ?? []) as readonly string[]).includes(tag);
}

/** The outcomes that a case allows: several where Python's sets have no fixed order. */
export function expectations(item: PyDict): readonly PyDict[] {
  return (item.get('expect_any_of') ?? [item.get('expect') ?? null]) as readonly PyDict[];
}

/** Every `{"$py": repr}` as the value that it stands for. */
export function withPython(value: PyValue): PyValue {
  if (isPyList(value)) return value.map(withPython);
  if (!isPyDict(value)) return value;
  const repr = value.size === 1 ? value.get('$py') : undefined;
  if (typeof repr === 'string') return pythonLiteral(repr);
  return new Map([...value].map(([key, item]) => [key, withPython(item)]));
}
