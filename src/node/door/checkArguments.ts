import type { ArgumentKind } from './argumentKinds.ts';
import { clear, withClearErrors } from './clearError.ts';

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
