/** Where the numbers that a pattern of digits matches differ from those within bounds. */
export interface RangeFaults {
  /** It matches numbers below, or above. */
  readonly below: boolean;
  readonly above: boolean;
  /** It does not match some that are within, near the lower or the upper bound. */
  readonly lostLow: boolean;
  readonly lostHigh: boolean;
}

const none: RangeFaults = { below: false, above: false, lostLow: false, lostHigh: false };

/**
 * What is wrong with the pattern that xgrammar up to 0.2.1 makes of an integer's bounds, as its source makes it and 0.1.27 does
 * it. A bound that is not there is infinite.
 */
export function integerFaults(low: number, high: number): RangeFaults {
  if (!Number.isFinite(low) && !Number.isFinite(high)) return none;
  if (!Number.isFinite(high)) return low < 0 ? { ...none, lostLow: true } : { ...none, below: low >= 2 && low <= 9 };
  if (!Number.isFinite(low)) {
    if (high >= 0) return { ...none, above: ofDigits(1, high).above };
    return isRound(high) ? { ...none, lostHigh: high <= -10 } : { ...none, above: true };
  }
  const positive = high > 0 ? ofDigits(Math.max(1, low), high) : none;
  const negative = low < 0 ? ofDigits(-Math.min(-1, high), -low) : none;
  return { ...none, below: positive.below || negative.above, above: positive.above || negative.below };
}

/** The same of a number's bounds, which may have fractions. */
export function numberFaults(low: number, high: number): RangeFaults {
  const [from, to] = [Math.floor(low), Math.floor(high)];
  if (!Number.isFinite(high))
    return { ...none, below: low > 1 && low < 9, lostLow: low !== 1 && !(low > -1 && low < 0) };
  if (!Number.isFinite(low))
    return { ...none, above: high < -1 && !isRound(high) && high !== -9, lostHigh: high !== -1 };
  if (from === to) return low === high ? none : { ...none, lostLow: true, lostHigh: true };
  const between = to > from + 1 ? integerFaults(from + 1, to - 1) : none;
  return {
    below: between.below || (low < 0 && (low === from || from < -1)),
    above: between.above || (high >= 0 && high === to),
    lostLow: low !== from,
    lostHigh: high !== to,
  };
}

/** −1, −10, −100 and so on. */
function isRound(number: number): boolean {
  return /^-10*$/.test(String(number));
}

/** Of positive integers, whose pattern is made for each count of digits. */
function ofDigits(lower: number, upper: number): { readonly below: boolean; readonly above: boolean } {
  const [shortest, longest] = [String(lower).length, String(upper).length];
  let [below, above] = [false, false];
  for (let length = Math.max(2, shortest); length <= longest; length++) {
    const first = length === shortest ? String(lower) : `1${'0'.repeat(length - 1)}`;
    const last = length === longest ? String(upper) : '9'.repeat(length);
    let shared = 0;
    while (shared < length && first[shared] === last[shared]) shared++;
    if (shared === 0 || shared >= length - 1) continue;
    const isCutShort = shared === length - 2;
    const isWithin = length === shortest && length === longest && !/^10*$/.test(first) && !/^9*$/.test(last);
    if (!isCutShort && !isWithin) continue;
    below ||= isCutShort ? !first.endsWith('0') : /[^0]/.test(first.slice(shared));
    above ||= isCutShort ? !last.endsWith('9') : /[^9]/.test(last.slice(shared));
  }
  return { below, above };
}
