/** The empty list of all that have nothing: one for all, so that nothing is allocated for them. */
export const none: readonly never[] = Object.freeze([]);
