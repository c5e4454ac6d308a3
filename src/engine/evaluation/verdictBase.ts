import { none } from '../core/none.ts';
import { isCutShort } from '../suspicions/index.ts';
import type { LogRow, RowVerdict } from './verdict.ts';

/** What a row's verdict begins with. */
type VerdictBase = Pick<RowVerdict, 'place' | 'id' | 'run' | 'suspicions' | 'isCut' | 'columns'>;

/** A verdict while it is made: to set what it has costs a thirtieth of spreading it. */
export type OwnVerdict = { -readonly [K in keyof RowVerdict]: RowVerdict[K] };

/** Makes it. */
export function baseOf(
  { place, id, run, finish, columns }: LogRow,
  suspicions: RowVerdict['suspicions'] = none,
): VerdictBase {
  const isCut = isCutShort(finish);
  // Spreading what is not there costs more than a glance at it.
  if (!run && !isCut) return id === undefined ? { place, suspicions, columns } : { place, id, suspicions, columns };
  return {
    place,
    ...(id !== undefined && { id }),
    ...(run && { run }),
    suspicions,
    ...(isCut && { isCut: true }),
    columns,
  };
}
