import { EngineError, parserTypes } from '../../engine/index.ts';

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

/**
 * The function, with its arguments looked at first: a program in JavaScript may give anything. It throws a `TypeError` that
 * names the argument, says what it must be, and what it is; or, where that shows only inside, what could not be done with
 * it. A host that is `null` counts as one that is left out.
 */
export function checkArguments<F extends (...args: never[]) => unknown>(
  name: string,
  call: F,
  kinds: Readonly<Record<string, ArgumentKind>>,
): F {
  const entries = Object.entries(kinds);
  const signature = `${name}(${entries.map(([argument]) => argument).join(', ')})`;
  const check = (argument: string, kind: ArgumentKind, value: unknown) => {
    if (!attempt(() => kind.fits(value)) && !(value === null && argument === 'host'))
      throw clear(new TypeError(`${signature}: \`${argument}\` must be ${kind.words}, not ${inShort(value)}.`));
  };
  const [first] = entries;
  // Of one argument, as `parse` has it for each response of many, no list is made. Its options may be anything:
  // `responses.map(parser.parse)` gives it a number.
  const checked =
    first && entries.length === 1
      ? (value: never, options: never) => {
          check(first[0], first[1], value);
          // Nothing of a text only looks right.
          if (typeof value === 'string' && options === undefined) return call(value);
          return withClearErrors(signature, [value], () => call(value, options));
        }
      : (...args: never[]) => {
          for (let i = 0; i < entries.length; i++) check(entries[i]![0], entries[i]![1], args[i]);
          return withClearErrors(signature, args, () => call(...args));
        };
  Object.defineProperty(checked, 'name', { value: name });
  return checked as F;
}

/** A proxy may throw at any question. */
function attempt(ask: () => boolean): boolean {
  try {
    return ask();
  } catch {
    return false;
  }
}

/** A value as a message names it, in a few words. */
function inShort(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (attempt(() => Array.isArray(value))) return attempt(() => (value as unknown[]).length === 0) ? '[]' : 'an array';
  if (attempt(() => value instanceof Promise)) return 'a promise (is an `await` missing?)';
  return attempt(() => Object.keys(value).length === 0) ? '{}' : 'an object';
}

/**
 * Calls a function of the door. What JavaScript itself raises in it, at once or later, comes of an argument that only looks
 * right, such as an object that a program made by hand: it becomes a `TypeError` that names the function and its arguments,
 * with the other as its `cause`. `signature`: as in `split(definition, result)`.
 */
function withClearErrors<T>(signature: string, args: readonly unknown[], call: () => T): T {
  let result: T;
  try {
    result = call();
  } catch (error) {
    throw clearError(signature, args, error);
  }
  if (!(result instanceof Promise)) return result;
  return result.catch(error => {
    throw clearError(signature, args, error);
  }) as T;
}

/** The error to raise for one that was raised: `EngineError`s, those of the door, and those of a user's own code say enough. */
export function clearError(signature: string, args: readonly unknown[], error: unknown): unknown {
  const isOfJavaScript =
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof SyntaxError ||
    (error instanceof Error && error.name === 'DataCloneError');
  if (!isOfJavaScript || error instanceof EngineError || isClear.has(error)) return error;
  const opening = signature.indexOf('(');
  const names =
    opening < 0
      ? []
      : signature
          .slice(opening + 1, -1)
          .split(', ')
          .filter(name => name !== '');
  const objects = names.filter((_, i) => typeof args[i] === 'object' || typeof args[i] === 'function');
  const [last, ...others] = (objects.length > 0 ? objects : names).map(name => `\`${name}\``).reverse();
  const which =
    others.length > 0 ? `one of ${others.reverse().join(', ')} and ${last}` : (last ?? 'what it was called with');
  return clear(
    new TypeError(`${signature}: ${which} cannot be used as it is given: ${error.message}`, { cause: error }),
  );
}

/** Marks an error of the door's own. */
function clear(error: TypeError): TypeError {
  isClear.add(error);
  return error;
}

const isClear = new WeakSet<Error>();
