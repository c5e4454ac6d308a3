import type { UnknownArgument } from '../engine/index.ts';

/** What an answer says of a parser of a source that is known in part; nothing of another one. */
export function partlyKnown(unknown: readonly UnknownArgument[] = []): { readonly partly_known?: readonly object[] } {
  if (unknown.length === 0) return {};
  return { partly_known: unknown.map(({ argument, reason, file, line }) => ({ argument, reason, file, line })) };
}
