/** What an argument of a public function must be. */
export interface ArgumentKind {
  /** As a message says it: `definition` must be … */
  readonly words: string;
  fits(value: unknown): boolean;
}

/** A text. */
export const aText: ArgumentKind = { words: 'a string', fits: value => typeof value === 'string' };

/** Any object, arrays and functions too. */
export const anObject: ArgumentKind = {
  words: 'an object',
  fits: value => (typeof value === 'object' && value !== null) || typeof value === 'function',
};

/** A list, of which each item is of a kind. */
export function listOf(kind: ArgumentKind, words: string): ArgumentKind {
  return { words: `an array of ${words}`, fits: value => Array.isArray(value) && value.every(kind.fits) };
}

/** Something to go through, also with `for await`; a text is none. */
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
  fits: value => typeof members(value).create === 'function',
};

function members(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Readonly<Record<string, unknown>>;
}
