import { applyEdits } from '../../core/applyEdits.ts';
import type { Random } from '../../core/random.ts';
import type { Edit, Span } from '../../core/span.ts';
import type { Anatomy } from './anatomy.ts';
import type { JsonToken } from './jsonTokens.ts';
import { at, type Mutation, type MutationOperator, replaced } from './operator.ts';

const json = { family: 'json', on: 'answer' } as const;

const pythonLiterals: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** Mistakes with the marks of JSON. */
export const jsonOperators: readonly MutationOperator[] = [
  {
    ...json,
    name: 'single-quotes',
    summary: 'JSON with single quotes',
    needs: 'JSON with texts',
    mutate: anatomy => eachText(anatomy, written => `'${written.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`),
  },
  {
    ...json,
    name: 'smart-quotes',
    summary: 'JSON with typographic quotes',
    needs: 'JSON with texts',
    mutate: anatomy => eachText(anatomy, written => `“${written}”`),
  },
  {
    ...json,
    name: 'unquoted-keys',
    summary: 'JSON keys without quotes',
    needs: 'a JSON object whose keys are words',
    mutate: anatomy =>
      eachToken(anatomy, ({ kind }, written) => {
        const name = written.slice(1, -1);
        return kind === 'key' && /^[A-Za-z_]\w*$/.test(name) ? name : undefined;
      }),
  },
  {
    ...json,
    name: 'python-literals',
    summary: 'True, False and None in the JSON',
    needs: 'true, false or null in JSON',
    mutate: anatomy =>
      eachToken(anatomy, ({ kind }, written) =>
        kind === 'word' && Object.hasOwn(pythonLiterals, written) ? pythonLiterals[written] : undefined,
      ),
  },
  {
    ...json,
    name: 'trailing-comma',
    summary: 'a trailing comma in the JSON',
    needs: 'JSON with members',
    mutate({ text, json }) {
      const last = json?.tokens.findLast(
        ({ kind, depth }, i) => kind !== 'blank' && (depth > 1 || i < json.tokens.length - 1),
      );
      if (!last || last.start === json?.span.start) return undefined;
      return insert(text, last.end, ',');
    },
  },
  {
    ...json,
    name: 'missing-comma',
    summary: 'a missing comma in the JSON',
    needs: 'JSON with two members',
    mutate({ text, json }, random) {
      const commas = json?.tokens.filter(({ kind }) => kind === ',') ?? [];
      const outer = commas.filter(({ depth }) => depth === 1);
      if (commas.length === 0) return undefined;
      const comma = random.pick(outer.length > 0 ? outer : commas);
      return applyEdits(text, [{ span: comma, text: '' }]);
    },
  },
  {
    ...json,
    name: 'comment',
    summary: 'a comment in the JSON',
    needs: 'JSON with members',
    mutate({ text, json }, random) {
      const places =
        json?.tokens.filter(({ kind, depth }) => depth === 1 && (kind === ',' || kind === '{' || kind === '[')) ?? [];
      if (places.length === 0 || json?.tokens.length === 2) return undefined;
      return insert(text, random.pick(places).end, ' // as you asked\n');
    },
  },
  {
    ...json,
    name: 'extra-brace',
    summary: 'one bracket too many at the end of the JSON',
    needs: 'JSON',
    mutate: ({ text, json }) => json && insert(text, json.span.end, text.charAt(json.span.end - 1)),
  },
  {
    ...json,
    name: 'wrapped-in-array',
    summary: 'the object in a list',
    needs: 'a JSON object',
    mutate({ text, json }) {
      if (!json || text.charAt(json.span.start) !== '{') return undefined;
      return applyEdits(text, [{ span: json.span, text: `[${at(text, json.span)}]` }]);
    },
  },
  {
    ...json,
    name: 'no-break-spaces',
    summary: 'no-break spaces in the JSON',
    needs: 'JSON with spaces between its marks',
    mutate: anatomy =>
      eachToken(anatomy, ({ kind }, written) =>
        kind === 'blank' && written.includes(' ') ? written.replaceAll(' ', '\u00a0') : undefined,
      ),
  },
];

function insert(text: string, offset: number, inserted: string): string {
  return applyEdits(text, [{ span: { start: offset, end: offset }, text: inserted }]);
}

/** Rewrites the tokens that `rewrite` gives something for; `undefined` where there is none. */
function eachToken(
  { text, json }: Anatomy,
  rewrite: (token: JsonToken, written: string) => string | undefined,
): string | undefined {
  const edits: Edit[] = [];
  for (const token of json?.tokens ?? []) {
    const rewritten = rewrite(token, at(text, token));
    if (rewritten !== undefined) edits.push({ span: token, text: rewritten });
  }
  return edits.length > 0 ? applyEdits(text, edits) : undefined;
}

function eachText(anatomy: Anatomy, rewrite: (written: string) => string): string | undefined {
  return eachToken(anatomy, ({ kind }, written) =>
    kind === 'key' || kind === 'string' ? rewrite(written.slice(1, -1)) : undefined,
  );
}

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
