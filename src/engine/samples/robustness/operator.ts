import type { Random } from '../../core/random.ts';
import type { Span } from '../../core/span.ts';
import type { Anatomy } from './anatomy.ts';

/** What kind of mistake an operator makes. */
export type MutationFamily = 'surroundings' | 'fences' | 'json' | 'meaning' | 'tags' | 'text' | 'truncation';

/**
 * A mutated text. `twin` is a text of good form that says the same as the mutated one; absent: the text before the
 * mutation is that.
 */
export interface Mutation {
  readonly text: string;
  readonly twin?: string;
}

/** A mistake in one member of an answer. */
export interface MemberMutation {
  /** The member's JSON pointer in the answer. */
  readonly path: string;
  readonly text: string;
}

/** A mistake that models make, applied to a response. */
export interface MutationOperator {
  /** In kebab case, unique, never renamed: people write it on command lines and in issues. */
  readonly name: string;
  readonly family: MutationFamily;
  /** What happens to the response, in a few words: `trailing comma`. */
  readonly summary: string;
  /** What a response must have for the operator to apply, in words that follow *needs*. */
  readonly needs: string;
  /**
   * What of a response it works on. Of a provider's message: its text (`prose`), the arguments of its call (`answer`), or
   * the whole with the call as its answer (`message`). Of a response that is text, which is not a message: the whole, also
   * by `text`.
   */
  readonly on: 'prose' | 'answer' | 'text' | 'message';
  /** Something of the answer is lost, so that an error is the right outcome. */
  readonly isLossy?: true;
  /** The mutated text; `undefined` where the operator does not apply. Total, linear, and the same for the same random choices. */
  mutate(anatomy: Anatomy, random: Random): Mutation | string | undefined;
  /** Of a mistake in a member: the mutations of each member, of which `mutate` gives one. Absent: it is made once. */
  each?(anatomy: Anatomy): readonly MemberMutation[];
}

/** A text with something else at a span. */
export function replaced(text: string, { start, end }: Span, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** What stands at a span. */
export function at(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}
