/** The largest grammar that is printed, in characters. */
export const maxPrinted = 500_000;
