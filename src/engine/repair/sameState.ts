import type { Frame, Reading } from './reading.ts';

/** Frames are compared this far outwards. */
const framesCompared = 12;

/** The data of a reading, what is derived from them included. */
type Field = { [F in keyof Reading]: Reading[F] extends (...args: never) => unknown ? never : F }[keyof Reading];

type Compare = (one: Reading, other: Reading) => boolean;
/** For what was paid or found, and what does not change: the rest of the text is read alike whatever it is. */
const past: Compare = () => true;

/**
 * Whether the readings are alike in a field, as far as what follows depends on it. A reading is not compiled with a field that
 * has no line here.
 */
const areAlike: Readonly<Record<Field, Compare>> = {
  // The agenda compares only readings at one position.
  position: past,
  mode: (one, other) => one.mode === other.mode,
  start: (one, other) => one.start === other.start,
  commaAt: (one, other) => one.commaAt === other.commaAt,
  lastEnd: (one, other) => one.lastEnd === other.lastEnd,
  string: isSameString,
  doublesBraces: (one, other) => one.doublesBraces === other.doublesBraces,
  key: (one, other) => one.mode !== 'value' || one.key === other.key,
  frame: (one, other) => isSameFrame(one.frame, other.frame),
  log: past,
  rootSchema: past,
  keys: past,
  kinds: past,
  edits: past,
  rivals: past,
  base: past,
  guidance: past,
  valueStart: past,
  innerQuotes: past,
  mayBeCut: past,
  doubts: past,
  isUnpaired: past,
  repeatsKey: past,
  doublesQuotes: past,
  cost: past,
  readEnd: past,
  quotePrice: past,
};

const comparisons = Object.values(areAlike).filter(compare => compare !== past);

/** Whether what follows means the same to both readings, which stand at one position. */
export function isSameState(one: Reading, other: Reading): boolean {
  for (let i = 0; i < comparisons.length; i++) if (!comparisons[i]!(one, other)) return false;
  return true;
}

function isSameString({ mode, string: one }: Reading, { string: other }: Reading): boolean {
  return one.kind === other.kind && (mode !== 'string' || (one.start === other.start && one.isKey === other.isKey));
}

function isSameFrame(one: Frame | undefined, other: Frame | undefined): boolean {
  let mine = one;
  let theirs = other;
  for (let i = 0; mine !== theirs && i < framesCompared; i++) {
    if (!mine || !theirs || mine.start !== theirs.start || mine.isObject !== theirs.isObject) return false;
    if (mine.depth !== theirs.depth) return false;
    mine = mine.parent;
    theirs = theirs.parent;
  }
  return mine === theirs;
}
