import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Wants } from '../../core/violation.ts';

/** The longest text in which an allowed one is looked for. */
const longestProse = 10_000;
/** The most names that are looked for in a text. */
const mostNames = 200;

/** A text without what spelling may change: case, accents, what stands between words, a plural. */
export function folded(word: string): string {
  const letters = plainLetters(word).replace(/[ _\-./]+/g, '');
  return letters.length > 3 ? letters.replace(/s$/, '') : letters;
}

/** Small letters without accents. Marks of other scripts stay: there they are vowels. */
function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/** A name that stands for an allowed text: the text itself, or one that the schema gives it beside. */
interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * The names under which a prompt shows the values of an enum, which the answer then has: `x-alias`, an object from value to
 * name. They tell what is meant; the value that keeps the schema stays the enum's own.
 */
export function valueNames(schema: PyDict): readonly NamedText[] {
  const names = schema.get('x-alias');
  if (!isPyDict(names)) return [];
  return [...names].flatMap(([text, name]) => (typeof name === 'string' ? { name, text } : []));
}

/** The name under which a prompt shows a member: `x-alias` of its schema, or BAML's own `x-baml.alias`. */
export function memberName(schema: PyValue): string | undefined {
  if (!isPyDict(schema)) return undefined;
  const baml = schema.get('x-baml');
  for (const name of [schema.get('x-alias'), isPyDict(baml) ? baml.get('alias') : undefined])
    if (typeof name === 'string') return name;
  return undefined;
}

/** The texts that are allowed, under all their names. */
function namedTexts({ values = [], names = [] }: Pick<Wants, 'values' | 'names'>): readonly NamedText[] {
  const own = (values as readonly PyValue[]).filter(each => typeof each === 'string');
  return [...own.map(text => ({ name: text, text })), ...names];
}

/** The one allowed text that is meant by another spelling or name of it; `undefined` where there is none, or several. */
export function respelt(value: PyValue, wants: Pick<Wants, 'values' | 'names'>): string | undefined {
  if (typeof value !== 'string') return undefined;
  const trimmed = value.trim();
  const named = namedTexts(wants);
  const letters = folded(value);
  const ways: readonly ((name: string) => boolean)[] = [
    name => name === trimmed,
    name => name.toLowerCase() === trimmed.toLowerCase(),
    name => letters !== '' && folded(name) === letters,
  ];
  for (const isSame of ways) {
    const found = new Set(named.filter(({ name }) => isSame(name)).map(({ text }) => text));
    if (found.size > 0) return found.size === 1 ? [...found][0] : undefined;
  }
  return undefined;
}

/** An allowed text within a longer one, and what stands beside it. */
export interface TextWithin {
  readonly text: string;
  readonly beside: string;
}

/**
 * The one allowed text whose words stand in a longer text: as they are written, or else in other letters. `undefined` where there is none, or
 * several. A name within a longer name is that one. Linear in the text, times the names.
 */
export function textWithin(value: string, wants: Pick<Wants, 'values' | 'names'>): TextWithin | undefined {
  const named = namedTexts(wants);
  if (value.length > longestProse || named.length > mostNames) return undefined;
  for (const letters of [(word: string) => word, plainLetters]) {
    const found = wordsWithin(value, named, letters);
    const texts = new Set(found.map(({ text }) => text));
    const [first] = found;
    if (texts.size > 1) return undefined;
    if (!first) continue;
    const before = value.slice(0, first.start).trim();
    const after = value.slice(first.end).trim();
    // Quotes around a part of it may belong to it.
    const isWritten = (before === '') !== (after === '') && /^["'“”‘’]+$/.test(before + after);
    return before + after === '' || isWritten ? undefined : { text: first.text, beside: `${before} ${after}`.trim() };
  }
  return undefined;
}

interface Within extends NamedText {
  readonly start: number;
  readonly end: number;
}

/** Where the words of names stand, each for the first time, the longest names first and no two over one another. */
function wordsWithin(value: string, named: readonly NamedText[], letters: (word: string) => string): readonly Within[] {
  const words = [...value.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    word: letters(word),
    start: index,
    end: index + word.length,
  }));
  const used = new Set<number>();
  const found: Within[] = [];
  const parts = named
    .map(each => ({ ...each, words: letters(each.name).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [] }))
    .filter(each => each.words.length > 0)
    .sort((one, other) => other.words.length - one.words.length);
  for (const { name, text, words: sought } of parts)
    for (let i = 0; i + sought.length <= words.length; i++) {
      if (used.has(i) || !sought.every((word, at) => word === words[i + at]!.word)) continue;
      if (!found.some(each => each.text === text))
        found.push({ name, text, start: words[i]!.start, end: words[i + sought.length - 1]!.end });
      for (let at = 0; at < sought.length; at++) used.add(i + at);
    }
  return found;
}
