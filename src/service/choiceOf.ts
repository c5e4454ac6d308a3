import type { SuspicionChoice } from '../engine/index.ts';

/** Suspicions that are not looked for, and those that are looked for only where they are named, as a user's settings name them. */
export interface SuspicionNames {
  readonly off?: readonly string[];
  readonly on?: readonly string[];
}

/** Which suspicions are looked for. */
export function choiceOf({ off = [], on = [] }: SuspicionNames): Required<SuspicionChoice> {
  return { off, on } as Required<SuspicionChoice>;
}
