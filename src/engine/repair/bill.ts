import { type Cause, causes, firstPrice, habitualQuote, manyQuotes, nextPrice } from './costs.ts';

const causeNumbers = Object.fromEntries(causes.map((cause, i) => [cause, i])) as Record<Cause, number>;

/** A cause's number in an edit log. */
export const causeNumber = (cause: Cause): number => causeNumbers[cause];

/** What a reading has assumed so far, and what that costs. It only grows. */
export class Bill {
  private paid = 0;
  private hints = 0;
  /** The causes assumed so far, as bits. */
  private seen = 0;
  private seenHigh = 0;
  /** How many quotes strings kept so far. */
  private quotes = 0;

  /** What the faults assumed so far cost. */
  get base(): number {
    return this.paid;
  }

  /** What the schema and other hints add to it: they steer, and are weighed again when the value is known. */
  get guidance(): number {
    return this.hints;
  }

  get cost(): number {
    return this.paid + this.hints;
  }

  /** Pays for what is no cause of its own. */
  pay(amount: number): void {
    this.paid += amount;
  }

  /** Adds to what hints say. */
  guide(amount: number): void {
    this.hints += amount;
  }

  /** Assumes a fault: pays for it, by its first or its next price. */
  charge(cause: Cause): void {
    this.paid += this.priceOf(cause);
    this.see(cause);
  }

  /** What a fault would cost now. */
  priceOf(cause: Cause): number {
    return (this.hasSeen(cause) ? nextPrice : firstPrice)[causeNumbers[cause]]!;
  }

  /** What it would cost that a string keeps one more quote without an escape. */
  get quotePrice(): number {
    return this.quotes < manyQuotes ? this.priceOf('unescaped-quote') : habitualQuote;
  }

  /** Pays for a quote that a string keeps without an escape. */
  chargeQuote(): void {
    if (++this.quotes <= manyQuotes) this.charge('unescaped-quote');
    else this.paid += habitualQuote;
  }

  /** Remembers a fault that is paid for elsewhere. */
  see(cause: Cause): void {
    const number = causeNumbers[cause];
    if (number < 30) this.seen |= 1 << number;
    else this.seenHigh |= 1 << (number - 30);
  }

  /** Whether a fault was assumed already. */
  hasSeen(cause: Cause): boolean {
    const number = causeNumbers[cause];
    return ((number < 30 ? this.seen : this.seenHigh) & (1 << (number % 30))) !== 0;
  }

  /** Takes over all that another one has, each field: none that is added may be forgotten. */
  protected takeBill(of: Bill): void {
    // One by one, which is faster than all at once.
    this.paid = of.paid;
    this.hints = of.hints;
    this.seen = of.seen;
    this.seenHigh = of.seenHigh;
    this.quotes = of.quotes;
  }
}
