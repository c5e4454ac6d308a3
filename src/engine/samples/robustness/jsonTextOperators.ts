import { applyEdits } from '../../core/applyEdits.ts';
import type { Random } from '../../core/random.ts';
import type { Span } from '../../core/span.ts';
import type { Anatomy } from './anatomy.ts';
import type { Mutation, MutationOperator } from './operator.ts';
import { at, replaced } from './operator.ts';

/** Mistakes inside the texts of JSON: what must be escaped there and is not. */
export const jsonTextOperators: readonly MutationOperator[] = [
  {
    family: 'json',
    on: 'answer',
    name: 'raw-newline',
    summary: 'an unescaped line break in a JSON string',
    needs: 'JSON with a text of several words',
    mutate: (anatomy, random) =>
      unescaped(anatomy, random, 'n', '\n') ??
      betweenWords(anatomy, random, (text, blank) => ({
        text: replaced(text, { start: blank, end: blank + 1 }, '\n'),
        twin: replaced(text, { start: blank, end: blank + 1 }, '\\n'),
      })),
  },
  {
    family: 'json',
    on: 'answer',
    name: 'raw-quote',
    summary: 'unescaped quotes in a JSON string',
    needs: 'JSON with a text of several words',
    mutate: (anatomy, random) =>
      unescaped(anatomy, random, '"', '"') ??
      betweenWords(anatomy, random, (text, blank, end) => {
        const word = /[^\s"\\]+/y;
        word.lastIndex = blank + 1;
        const written = word.exec(text.slice(0, end))?.[0];
        if (written === undefined) return undefined;
        const span = { start: blank + 1, end: blank + 1 + written.length };
        return { text: replaced(text, span, `"${written}"`), twin: replaced(text, span, `\\"${written}\\"`) };
      }),
  },
];

/** One of the JSON texts that have the escape `\letter`, with all of those undone; `undefined` where there is none. */
function unescaped({ text, json }: Anatomy, random: Random, letter: string, meant: string): string | undefined {
  const candidates =
    json?.tokens.filter(token => token.kind === 'string' && at(text, token).includes(`\\${letter}`)) ?? [];
  if (candidates.length === 0) return undefined;
  const span = random.pick(candidates);
  const edits = escapesOf(text, span).filter(({ start }) => text.charAt(start + 1) === letter);
  return edits.length > 0
    ? applyEdits(
        text,
        edits.map(each => ({ span: each, text: meant })),
      )
    : undefined;
}

/** Where the escapes of a JSON text stand, the first two units of each. */
function escapesOf(text: string, { start, end }: Span): Span[] {
  const escapes: Span[] = [];
  for (let i = text.indexOf('\\', start); i >= 0 && i < end; i = text.indexOf('\\', i + 2))
    escapes.push({ start: i, end: i + 2 });
  return escapes;
}

/** Mutates a JSON text at one of the blanks between its words. */
function betweenWords(
  { text, json }: Anatomy,
  random: Random,
  mutate: (text: string, blank: number, end: number) => Mutation | undefined,
): Mutation | undefined {
  const candidates = json?.tokens.filter(token => token.kind === 'string' && /\S \S/.test(at(text, token))) ?? [];
  if (candidates.length === 0) return undefined;
  const { start, end } = random.pick(candidates);
  const blanks = [...text.slice(start, end).matchAll(/(?<=[^\s"]) (?=[^\s"\\])/g)].map(({ index }) => start + index);
  return blanks.length > 0 ? mutate(text, random.pick(blanks), end - 1) : undefined;
}
