import fc from 'fast-check';

/** Whether a run may take long: `npm run test:all -- --long`. */
const isLong = process.env.PARSERLENS_LONG !== undefined;

// What fails in one run fails in the next; a long run looks where none has looked.
if (!isLong) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 7 });

/** How often a property is tried: as often as finds what a change breaks, or in a long run as often as finds what is rare. */
export const propertyRuns = (count: number, longCount: number): number => (isLong ? longCount : count);
