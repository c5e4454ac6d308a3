import { isNameCode } from './characters.ts';
import type { Scene } from './context.ts';
import { surroundingPrices } from './costs.ts';
import { Reading } from './reading.ts';
import type { SchemaView } from './schemaView.ts';

/** So far into a text a lone number or constant is looked for. */
const searched = 10_000;
/** So many of the words are tried. */
const mostWords = 3;

/**
 * The schema asks for one number, or for one of a few words: readings that take the first of them out of the text, which
 * may be prose. Nothing where the schema allows anything else.
 */
export function scalarReadings(scene: Scene, schema: SchemaView | undefined): void {
  if (!schema) return;
  const text = scene.text.slice(0, searched);
  if (schema.isNumeric) {
    const found = /(?<![\p{L}\p{N}.])-?\d{1,15}(?:\.\d{1,15})?(?![\p{L}\p{N}])/u.exec(text);
    if (found) add(scene, schema, found.index, found.index + found[0].length, 0);
  }
  const words = schema.constants.map(word => ({ word, start: wordAt(text, word) })).filter(({ start }) => start >= 0);
  words.sort((one, other) => one.start - other.start || other.word.length - one.word.length);
  for (const [rank, { word, start }] of words.slice(0, mostWords).entries())
    add(scene, schema, start, start + word.length, rank, true);
}

/** Where a word stands for the first time, not within a longer one; -1 where it does not. */
function wordAt(text: string, word: string): number {
  for (let i = text.indexOf(word); i >= 0; i = text.indexOf(word, i + 1))
    if (!isInWord(text, i - 1) && !isInWord(text, i + word.length)) return i;
  return -1;
}

function isInWord(text: string, at: number): boolean {
  return at >= 0 && at < text.length && isNameCode(text.charCodeAt(at));
}

function add(scene: Scene, schema: SchemaView, start: number, end: number, rank: number, isWord = false): void {
  const reading = new Reading(start, 'value', scene.log);
  reading.rootSchema = schema;
  if (scene.text.slice(0, start).trim()) reading.charge('prose-around');
  reading.base += rank * surroundingPrices.laterWord;
  if (isWord) {
    reading.edit(start, start, '"', 'bare-word');
    reading.note(end, end, '"', 'bare-word');
  }
  reading.finishValue(start, end);
  scene.add(reading);
}
