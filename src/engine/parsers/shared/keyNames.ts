import { addTo } from '../../core/addTo.ts';
import { isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { jsonDumps } from '../../python/index.ts';
import type { KeyPlace, ValueKey } from './valueKeys.ts';

/** The longest documentation of a key, in UTF-16 units. */
const maxDocumentation = 2000;

/** What a key that the type itself gives has in common with all others: it always comes, and no place of the file names it. */
export const typesOwn = { declarations: [], references: [], required: false } as const;

/** The strings of a list of a definition with their indexes; none where the value is not a list. A string in its place does not count: the classes take it character by character. */
export function namesIn(config: PyDict, list: string): readonly { readonly name: string; readonly index: number }[] {
  const value = config.get(list);
  if (!isPyList(value)) return [];
  return value.flatMap((name, index) => (typeof name === 'string' ? [{ name, index }] : []));
}

/**
 * The keys with what a list such as `required_keys` says: its names refer to them, and make them `required` or not.
 * Where the value is `open`, a name that is not a key yet is one.
 */
export function withList(
  keys: readonly ValueKey[],
  config: PyDict,
  { list, required, open }: { readonly list: string; readonly required: boolean; readonly open: boolean },
): readonly ValueKey[] {
  const places = new Map<string, KeyPlace[]>();
  for (const { name, index } of namesIn(config, list)) addTo(places, name, { path: [list, index], of: 'value' });
  const listed = keys.map(key => {
    const found = places.get(key.name);
    places.delete(key.name);
    return found ? { ...key, required, references: [...key.references, ...found] } : key;
  });
  if (!open) return listed;
  const others = [...places].map(([name, [first, ...rest]]) => ({
    name,
    declarations: [first!],
    references: rest,
    required,
  }));
  return [...listed, ...others];
}

/** A hint as documentation: a string as it is, anything else as the JSON that instructions show; nothing for an empty one. */
export function documentationOf(hint: PyValue | undefined): { readonly documentation?: string } {
  if (hint === undefined || hint === '') return {};
  const text = typeof hint === 'string' ? hint : jsonDumps(hint, { ensureAscii: false });
  return { documentation: text.length <= maxDocumentation ? text : `${text.slice(0, maxDocumentation - 1)}…` };
}
