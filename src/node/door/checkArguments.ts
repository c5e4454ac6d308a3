import { EngineError } from '../../engine/index.ts';
import type { ArgumentKind } from './argumentKinds.ts';

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

/** A proxy may throw at whatever it is asked. */
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
