import type { PyValue } from './pyValue.ts';

const source = Symbol('given');

/**
 * A value that a validator made, with what it made it of, so that whoever asks can tell what was changed without a word.
 * Enumerating the value does not show it. A scalar cannot carry it, nor what was given back as it is.
 */
export function taking<T>(made: T, from: unknown): T {
  if (typeof made !== 'object' || made === null || made === from || Object.isFrozen(made)) return made;
  return Object.defineProperty(made, source, { value: from, configurable: true });
}

/** What a validator made a value of; `undefined` where none did. */
export function takenFrom(made: object): PyValue | undefined {
  return (made as { readonly [source]?: PyValue })[source];
}
