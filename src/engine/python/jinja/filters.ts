import { bindArguments } from './arguments.ts';
import type { FilterTable } from './filterTable.ts';
import type { Context } from './jinjaContext.ts';
import { listFilters, mapFilter, selectFilter } from './listFilters.ts';
import { formatFilter, textFilters } from './textFilters.ts';
import { urlizeFilters } from './urlize.ts';
import type { JinjaValue, Keywords } from './value.ts';
import { valueFilters } from './valueFilters.ts';

/** A filter: the value, then the arguments as they are written. */
export type Filter = (
  value: JinjaValue,
  args: readonly JinjaValue[],
  keywords: Keywords,
  context: Context,
) => JinjaValue;

const tables: FilterTable = { ...textFilters, ...listFilters, ...valueFilters, ...urlizeFilters };

const filters: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ...Object.entries(tables).map(([name, [parameters, run]]): [string, Filter] => [
    name,
    (value, args, keywords, context) => run(value, bindArguments(name, parameters, args, keywords), context),
  ]),
  ['format', formatFilter],
  ['map', mapFilter],
  ...(['select', 'reject', 'selectattr', 'rejectattr'] as const).map((name): [string, Filter] => [
    name,
    (value, args, keywords, context) =>
      selectFilter(value, args, keywords, context, {
        byAttribute: name.endsWith('attr'),
        keeps: name.startsWith('select'),
      }),
  ]),
]);

/** Jinja's filter of that name; `undefined`: there is none. */
export function filterNamed(name: string): Filter | undefined {
  return filters.get(name);
}
