import { nearest } from '../../core/nearestName.ts';
import { once } from '../../core/once.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { textsOf } from './coverage.ts';

/** What stands where a name stands in JSON, in tags and in front of what it labels. */
const places: () => readonly RegExp[] = once(() => [
  /["'“‘]([\p{L}_][\p{L}\p{N}_ .-]{0,60})["'”’]\s{0,10}[:：=]/gu,
  /[{,]\s{0,20}([\p{L}_][\p{L}\p{N}_]{0,60})\s{0,10}[:：]/gu,
  /[<[]\/?[ *_]{0,3}([\p{L}_][\p{L}\p{N}_.-]{0,60})[ *_]{0,3}[>\]=]/gu,
  /^[ \t*_#>-]{0,10}(\p{L}[\p{L}\p{N}_ ]{0,40})[*_]{0,3}[ \t]{0,3}[:：]/gmu,
]);
/** How much of a text is looked at, in UTF-16 units, and how many names. */
const maxText = 50_000;
const maxNames = 500;
/** Shorter names are not near to others. */
const leastLetters = 4;

/** The names in a text, without case and separators. */
export function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const looked = text.slice(0, maxText);
  for (const place of places())
    for (const [, name = ''] of looked.matchAll(place)) {
      const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
      if (plain !== '' && names.size < maxNames) names.add(plain);
    }
  return names;
}

/** What share of the names that a format has a text has as well, from 0 to 1; nearly the same counts. 0: the format has none. */
export function nameMatch(formNames: ReadonlySet<string>, textNames: ReadonlySet<string>): number {
  if (formNames.size === 0) return 0;
  const isThere = (name: string) =>
    textNames.has(name) || (name.length >= leastLetters && nearest(name, textNames) !== undefined);
  return [...formNames].filter(isThere).length / formNames.size;
}

/** Whether more than half of the names of a response are names in a value's texts as well. False where the response has none. Linear in the value. */
export function holdsNames(value: PyValue, textNames: ReadonlySet<string>): boolean {
  if (textNames.size === 0) return false;
  const held = new Set<string>();
  let left = maxText;
  for (const { text, isKey } of textsOf(value)) {
    if (left <= 0) break;
    left -= text.length;
    if (!isKey) for (const name of namesIn(text)) if (textNames.has(name)) held.add(name);
  }
  return held.size > textNames.size / 2;
}

/** `holdsNames` for what was read of a response. */
export function takesNamesAsText(response: string, value: PyValue): boolean {
  return holdsNames(value, namesIn(response));
}
