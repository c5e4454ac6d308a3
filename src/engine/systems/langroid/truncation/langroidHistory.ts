/**
 * Langroid's two ways to make a history fit (`context_overflow_strategy` of `ChatAgentConfig`), as far as they choose
 * messages: what a message costs and how its text is cut is the caller's.
 */

/** The tokens that `truncate` leaves of a message. */
export const shortenedTokens = 30;
/** What `truncate` writes below what it left of a message, also where nothing was cut. */
export const shorteningNote = '... [Contents truncated!]';

/** A range of messages, half-open. */
export interface MessageRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The messages that `truncate` shortens, the oldest first: all after the leading system message and before the user's
 * last message. Empty where there is none. `roles` are those of the messages, in order.
 */
export function shortenable(roles: readonly string[]): MessageRange {
  const start = roles[0] === 'system' ? 1 : 0;
  return { start, end: Math.max(start, roles.lastIndexOf('user')) };
}

/**
 * The turns that `drop_turns` deletes, the oldest first: each from a message of the user to before the next one. The
 * last turn is not among them, nor what stands before the first.
 */
export function droppableTurns(roles: readonly string[]): MessageRange[] {
  const starts = roles.flatMap((role, index) => (role === 'user' ? [index] : []));
  return starts.slice(1).map((end, i) => ({ start: starts[i]!, end }));
}
