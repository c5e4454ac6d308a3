import { PySequence } from '../python/index.ts';
import { PySet } from './libraryValues.ts';
import type { Run } from './sourceRun.ts';
import { as, type Value } from './values.ts';

/** Whether an item is what is looked for; of an iterator no more is taken than that. */
export function takenUntil(value: Value, isIt: (item: Value) => boolean, run: Run): boolean {
  if (!(value instanceof PySequence && value.isGenerator))
    return [...(as(value, PySet)?.items.values() ?? run.items(value))].some(isIt);
  for (let item = value.takeOne(); item !== undefined; item = value.takeOne()) if (isIt(item as Value)) return true;
  return false;
}
