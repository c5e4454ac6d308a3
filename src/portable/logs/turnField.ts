const anyColumn = 'a conversation';

/** Which answers of conversations count, in words for the user. `column`: where rows have theirs; absent: where the first is found. */
export function turnField(turn: 'last' | 'all', column: string = anyColumn): string {
  return `${turn === 'all' ? 'all answers' : 'the last answer'} of ${column}`;
}

/** Reads what {@link turnField} says, as a field that a user chose; `undefined`: it is another field. */
export function readTurnField(field: string): { readonly turn: 'last' | 'all'; readonly field?: string } | undefined {
  const [, which, column] = /^(all answers|the last answer) of (.+)$/s.exec(field) ?? [];
  if (which === undefined) return undefined;
  return { turn: which === 'all answers' ? 'all' : 'last', ...(column !== anyColumn && { field: column! }) };
}
