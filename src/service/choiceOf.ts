import type { SuspicionChoice } from '../engine/index.ts';

/** Which suspicions are looked for, as a user's settings name them. */
export function choiceOf({
  off = [],
  on = [],
}: {
  readonly off?: readonly string[];
  readonly on?: readonly string[];
}): Required<SuspicionChoice> {
  return { off, on } as Required<SuspicionChoice>;
}
