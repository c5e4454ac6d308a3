import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import type { ReadField } from '../../parsers/parser.ts';
import { jsonDumps } from '../../python/index.ts';

/** Parts that are looked for; each costs a pass over the text. */
const maxParts = 100;

/**
 * The parts of a value that stand in a text exactly once: texts, as they are or as JSON writes them. Nothing is guessed: a
 * text that stands there twice has no place. Linear in the text, for each part.
 */
export function foundPlaces(value: PyValue, text: string): ReadField[] {
  const parts: (readonly [string, PyValue])[] = isPyDict(value)
    ? [...value]
    : isPyList(value)
      ? value.map((item, index) => [String(index), item] as const)
      : [];
  const fields: ReadField[] = [];
  let tried = 0;
  for (const [key, part] of parts) {
    if (typeof part !== 'string' || part === '' || part.length > text.length) continue;
    if (++tried > maxParts) break;
    const place = onlyPlace(text, part) ?? escapedPlace(text, part);
    if (place) fields.push({ key, value: part, span: place, inner: place });
  }
  return fields;
}

function escapedPlace(text: string, part: string) {
  const escapes = new Set([false, true].map(ensureAscii => jsonDumps(part, { ensureAscii }).slice(1, -1)));
  const places = [...escapes].filter(each => each !== part).map(each => onlyPlace(text, each));
  return places.find(place => place !== undefined);
}

function onlyPlace(text: string, part: string) {
  const start = text.indexOf(part);
  if (start < 0 || text.indexOf(part, start + 1) >= 0) return undefined;
  return { start, end: start + part.length };
}
