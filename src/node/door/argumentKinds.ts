import { parserTypes } from '../../engine/index.ts';

/** What an argument of a public function must be. */
export interface ArgumentKind {
  /** As a message says it: `definition` must be … */
  readonly words: string;
  fits(value: unknown): boolean;
}

export const aText: ArgumentKind = { words: 'a string', fits: value => typeof value === 'string' };

export const aNumber: ArgumentKind = { words: 'a number', fits: value => typeof value === 'number' };

/** Any object, arrays and functions too. */
export const anObject: ArgumentKind = {
  words: 'an object',
  fits: value => (typeof value === 'object' && value !== null) || typeof value === 'function',
};

/** A list without holes, of which each item is of a kind. */
export function listOf(kind: ArgumentKind, words: string): ArgumentKind {
  return {
    words: `an array of ${words}`,
    // A hole is `undefined` to `find`, and to `every` nothing.
    fits: value => Array.isArray(value) && value.findIndex((item, i) => !(i in value && kind.fits(item))) < 0,
  };
}

/** Something to go through, also with `for await`; a text is not. */
export const aSequence: ArgumentKind = {
  words: 'an array or another iterable',
  fits: value => anObject.fits(value) && (Symbol.iterator in Object(value) || Symbol.asyncIterator in Object(value)),
};

/** Either of two kinds. */
export function either(one: ArgumentKind, other: ArgumentKind): ArgumentKind {
  return { words: `${one.words} or ${other.words}`, fits: value => one.fits(value) || other.fits(value) };
}

/** The kind, or nothing at all. */
export function maybe(kind: ArgumentKind): ArgumentKind {
  return { words: kind.words, fits: value => value === undefined || kind.fits(value) };
}

/** Whatever the function itself can say more about. */
export const anything: ArgumentKind = { words: 'anything', fits: () => true };

/** A definition, which is made by `readDefinitions` alone. */
export const aDefinition: ArgumentKind = {
  words: 'a definition, one of those that readDefinitions gives',
  fits: value => {
    const { name, parserType, source } = members(value);
    return typeof name === 'string' && typeof members(parserType).create === 'function' && anObject.fits(source);
  },
};

/** A response: its text, a message of a provider, or the `null` that such a message has for a text. */
export const aResponse: ArgumentKind = {
  words: 'a string or a message as a provider returns it',
  fits: value => typeof value === 'string' || (typeof value === 'object' && typeof members(value).then !== 'function'),
};

/** A sample of a definition. */
export const aSample: ArgumentKind = {
  words: 'a sample, one of `samples` of a definition',
  fits: value => typeof members(value).index === 'number' && anObject.fits(members(value).span),
};

/** A conversation, which is made by `readConversation` alone. */
export const aConversation: ArgumentKind = {
  words: 'a conversation, as readConversation gives it',
  fits: value => Array.isArray(members(value).messages),
};

/** A type of the list `parserTypes`. */
export const aParserType: ArgumentKind = {
  words: 'a type, one of parserTypes',
  fits: value => (parserTypes as readonly unknown[]).includes(value),
};

/** What an evaluation's file is made of. */
export const someParts: ArgumentKind = {
  words: 'the parts of an evaluation, { parser, logs, table, groupBy }',
  fits: value => {
    const { parser, logs, table, groupBy } = members(value);
    return anObject.fits(parser) && Array.isArray(logs) && anObject.fits(table) && Array.isArray(groupBy);
  },
};

/** An evaluation as its file has it. */
export const anEvaluation: ArgumentKind = {
  words: 'an evaluation, as evaluationOf and readEvaluation give it',
  fits: value => anObject.fits(members(value).parser) && anObject.fits(members(value).totals),
};

/** A row of a log. */
export const aRow: ArgumentKind = {
  words: 'a row of a log, { place, columns, … }',
  fits: value => anObject.fits(members(value).place) && anObject.fits(members(value).columns),
};

/** What was judged of a row. */
export const aVerdict: ArgumentKind = {
  words: 'what a judge says of a row, { place, verdict, columns, … }',
  fits: value =>
    typeof members(value).verdict === 'string' &&
    typeof members(members(value).place).log === 'number' &&
    anObject.fits(members(value).columns),
};

/** The rows of a table as it packs them. */
export const packedRows: ArgumentKind = {
  words: 'rows as `pack` gives them',
  fits: value => members(value).verdicts instanceof Uint8Array && Array.isArray(members(value).runs),
};

/** How a log is read. */
export const aReading: ArgumentKind = {
  words: 'how a log is read, { reader, … }',
  fits: value => typeof members(value).reader === 'string',
};

function members(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Readonly<Record<string, unknown>>;
}
