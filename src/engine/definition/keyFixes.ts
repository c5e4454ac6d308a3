import { nearestName } from '../core/nearestName.ts';
import type { Fix } from '../core/problem.ts';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import { appendItem, removeItem } from '../json/editItems.ts';
import type { Definition } from '../parsers/definition.ts';
import { hintOf } from '../parsers/shared/draftHints.ts';
import { filterNames } from './commonKeys.ts';

/** How many names a misspelt one is compared with: comparing is quadratic in their lengths. */
const maxCandidates = 500;

/** What is added is the user's to say. */
const isChoice = true;

/** The fix that puts the nearest key in the place of a misspelt name; `undefined` where none is near, or it is there already. */
export function renameFix(
  name: string,
  span: Span,
  names: ReadonlySet<string>,
  others: ReadonlySet<string>,
): { readonly name: string; readonly fix: Fix } | undefined {
  const candidates = [...names].slice(0, maxCandidates).filter(candidate => !others.has(candidate));
  const near = nearestName(name, candidates);
  if (near === undefined) return undefined;
  return { name: near, fix: { title: `Change to "${near}"`, edits: [{ span, text: JSON.stringify(near) }] } };
}

/** The fixes that make a key of a name: in the hint, if it is an object that is used; or in the list of the definition that the value's keys come from. */
export function addFixes(
  { source, parserType, text }: Pick<Definition, 'source' | 'parserType'> & { readonly text: string },
  name: string,
): readonly Fix[] {
  const { config } = source;
  if (name === '') return [];
  const list = parserType.authoring?.valueKeys?.(source).grownBy;
  if (list !== undefined) {
    const names = source.nodeAt([list]);
    const title = `Add "${name}" to ${list}`;
    if (names?.type === 'array') return [{ title, edits: appendItem(text, names, name), isChoice }];
    return names ? [] : [{ title, edits: appendMember(source, text, list, [name]), isChoice }];
  }
  const hint = source.nodeAt(['content_hint']);
  if (hint?.type !== 'object' || isPyDict(config.get('content_schema'))) return [];
  const edits = appendItem(text, hint, new Map([[name, hintOf('', name)]]));
  return [{ title: `Add "${name}" to the hint`, edits, isChoice }];
}

/** The fix that takes a name out of a list; none where it stands alone as a filter's only key. */
export function removeFixes(
  source: Definition['source'],
  text: string,
  name: string,
  path: readonly (string | number)[],
): readonly Fix[] {
  const [where, index] = path;
  const names = where === undefined ? undefined : source.nodeAt([where]);
  if (names?.type !== 'array' || typeof index !== 'number') return [];
  return [{ title: `Remove "${name}" from ${where}`, edits: removeItem(text, names, index), isChoice }];
}

/** The fixes that let a key pass a filter: those that are lists, and the metadata where nothing goes there yet. A filter of one key gives that key's bare value, which a second key would change. */
export function sendFixes(source: Definition['source'], text: string, name: string): readonly Fix[] {
  return filterNames.flatMap(filter => {
    const value: PyValue | undefined = source.config.get(filter);
    const node = source.nodeAt([filter]);
    const title = `Add "${name}" to ${filter}`;
    if (node && isPyList(value)) return [{ title, edits: appendItem(text, node, name), isChoice }];
    if (filter !== 'keys_to_metadata') return [];
    if (value === undefined) return [{ title, edits: appendMember(source, text, filter, [name]), isChoice }];
    const span = source.spanOf([filter]);
    return value === false && span ? [{ title, edits: [{ span, text: JSON.stringify([name]) }], isChoice }] : [];
  });
}

function appendMember(source: Definition['source'], text: string, key: string, value: readonly string[]) {
  const root = source.nodeAt([]);
  return root ? appendItem(text, root, new Map<string, PyValue>([[key, value]]), true) : [];
}
