import { type Context, getAttribute, getItem } from '../python/index.ts';
import type { Run } from './sourceRun.ts';

/** What Python's own operations need of a program that is read. */
export function contextOf(run: Pick<Run, 'attribute' | 'program' | 'spend'>): Context {
  const context: Context = {
    isStrict: true,
    spend: cost => run.spend(cost),
    attribute: (object, name) =>
      run.attribute({ value: object, at: { start: 0, end: 0 } }, name, run.program.tree.topNode).value,
    item: (object, key) => getItem(object, key, context),
    filter: () => getAttribute(null, '', context),
    test: () => false,
    has: () => false,
  };
  return context;
}
