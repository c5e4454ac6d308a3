import { type Cause, causes, firstPrice, habitualQuote, manyQuotes, nextPrice, oddItem, repeatedKey } from './costs.ts';
import { type EditList, type EditLog, noEdits } from './edits.ts';
import type { QuoteKind } from './quotes.ts';
import { judgeKey, type KeyList, type SchemaView } from './schemaView.ts';

/** Where in the grammar a reading stands: what it expects at its position. */
export type Mode = 'search' | 'value' | 'key' | 'colon' | 'after' | 'string' | 'end';

/** An object or list that is open, and what was known of its parent when it opened. */
export interface Frame {
  readonly parent: Frame | undefined;
  readonly isObject: boolean;
  /** Whether it was opened by a parenthesis. */
  readonly isTuple: boolean;
  /** Whether it is not a list of the text, but holds several values that stand one after another. */
  readonly isImplied: boolean;
  readonly start: number;
  readonly depth: number;
  readonly schema: SchemaView | undefined;
  readonly outerKeys: KeyList | undefined;
  readonly outerKinds: number;
}

/** A reading that came to the same state as another by other edits, and cost more. */
export interface Rival {
  readonly edits: EditList;
  /** The edits of the cheaper one where they met: what follows there belongs to both. */
  readonly met: EditList;
  readonly gap: number;
  readonly before: Rival | undefined;
}

const causeNumbers = Object.fromEntries(causes.map((cause, i) => [cause, i])) as Record<Cause, number>;

/**
 * One way to read the text up to `position`. It is changed in place by the step that owns it; `fork` makes the copy that
 * goes another way. Everything it refers to is immutable, so that a fork costs the same however long the text is.
 */
export class Reading {
  position: number;
  mode: Mode;
  frame: Frame | undefined;
  keys: KeyList | undefined;
  /** The kinds of the items of the list so far, as bits: 1 scalar, 2 object, 4 list. */
  kinds = 0;
  edits: EditList = noEdits;
  readonly log: EditLog;
  rivals: Rival | undefined;
  /** What the faults assumed so far cost. */
  base = 0;
  /** What the schema and other hints add to it: they steer, and are weighed again when the value is known. */
  guidance = 0;
  /** The causes assumed so far, as bits. */
  seen = 0;
  seenHigh = 0;
  /** Where the text that was skipped before the value ends. */
  start: number;
  /** The end of the last complete member or item of the frame, or of its opening bracket. */
  lastEnd: number;
  /** The start of the last value of the frame. */
  valueStart = -1;
  /** The comma after `lastEnd`, or -1. */
  commaAt = -1;
  /** In a string: how it is quoted, where its content begins, whether it is a key, how many quotes were taken for content. */
  quoteKind: QuoteKind | undefined;
  stringStart = -1;
  isKey = false;
  innerQuotes = 0;
  /** Whether the last value may be cut by the end of the text. */
  mayBeCut = false;
  /** How often it was doubtful where a string ends, although nothing better was found. */
  doubts = 0;
  /** How many quotes strings kept so far. */
  quotes = 0;
  /** Whether a string keeps an odd number of quotes. */
  isUnpaired = false;
  /** Whether an object has one key twice. */
  repeatsKey = false;
  /** Whether the quotes of a key are doubled. */
  doublesQuotes = false;
  /** Whether all braces are doubled, as in a template. */
  doublesBraces = false;
  /** The key whose value comes next. */
  key = '';
  /** What the schema says of the whole value. */
  rootSchema: SchemaView | undefined;

  constructor(position: number, mode: Mode, log: EditLog) {
    this.log = log;
    this.position = position;
    this.mode = mode;
    this.start = position;
    this.lastEnd = position;
  }

  get cost(): number {
    return this.base + this.guidance;
  }

  /** Where what was read of the frame ends: its last part, and what was taken away behind it. */
  get readEnd(): number {
    const { log, lastEnd } = this;
    let end = lastEnd;
    for (let edit = this.edits; edit >= 0 && log.start(edit) >= lastEnd; edit = log.before(edit))
      end = Math.max(end, log.end(edit));
    return end;
  }

  /** A copy that goes another way: of every field, so that none that is added is forgotten. */
  fork(): Reading {
    // One by one, which is faster than all at once.
    const copy = new Reading(this.position, this.mode, this.log);
    copy.frame = this.frame;
    copy.keys = this.keys;
    copy.kinds = this.kinds;
    copy.edits = this.edits;
    copy.rivals = this.rivals;
    copy.base = this.base;
    copy.guidance = this.guidance;
    copy.seen = this.seen;
    copy.seenHigh = this.seenHigh;
    copy.start = this.start;
    copy.lastEnd = this.lastEnd;
    copy.valueStart = this.valueStart;
    copy.commaAt = this.commaAt;
    copy.quoteKind = this.quoteKind;
    copy.stringStart = this.stringStart;
    copy.isKey = this.isKey;
    copy.innerQuotes = this.innerQuotes;
    copy.mayBeCut = this.mayBeCut;
    copy.doubts = this.doubts;
    copy.quotes = this.quotes;
    copy.isUnpaired = this.isUnpaired;
    copy.repeatsKey = this.repeatsKey;
    copy.doublesQuotes = this.doublesQuotes;
    copy.doublesBraces = this.doublesBraces;
    copy.key = this.key;
    copy.rootSchema = this.rootSchema;
    return copy;
  }

  /** Assumes a fault: pays for it, by its first or its next price. */
  charge(cause: Cause): void {
    this.pay(causeNumbers[cause]);
  }

  private pay(number: number): void {
    const bit = 1 << (number % 30);
    if (number < 30) {
      this.base += this.seen & bit ? nextPrice[number]! : firstPrice[number]!;
      this.seen |= bit;
    } else {
      this.base += this.seenHigh & bit ? nextPrice[number]! : firstPrice[number]!;
      this.seenHigh |= bit;
    }
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
    else this.base += habitualQuote;
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

  /** Notes an edit without paying for it. */
  note(start: number, end: number, text: string, cause: Cause): void {
    this.edits = this.log.add(this.edits, start, end, text, causeNumbers[cause]);
  }

  /** Notes an edit and pays for its cause. */
  edit(start: number, end: number, text: string, cause: Cause): void {
    const number = causeNumbers[cause];
    this.pay(number);
    this.edits = this.log.add(this.edits, start, end, text, number);
  }

  /** Forgets the last edits that start at `position` or behind it. */
  forgetEdits(position: number): void {
    this.edits = this.log.upTo(this.edits, position);
  }

  /** Forgets the edit that replaces the character at `position`, if there is one: it is taken away. */
  forgetAt(position: number): void {
    this.edits = this.log.withoutAt(this.edits, position);
  }

  /** Forgets the edits within the member that begins behind `position`, all but the last one: that takes it away. */
  forgetMember(position: number): void {
    const { log, edits } = this;
    const rest = log.upTo(log.before(edits), position);
    this.edits = log.add(rest, log.start(edits), log.end(edits), log.text(edits), log.causeNumber(edits));
  }

  /** Notes that a key of this name was read. */
  addKey(name: string): void {
    const { unknown, isRepeated } = judgeKey(this.frame?.schema, this.keys, name);
    this.guidance += unknown + (isRepeated ? repeatedKey : 0);
    if (isRepeated) this.repeatsKey = true;
    this.keys = { name, before: this.keys };
    this.key = name;
    this.mode = 'colon';
  }

  /** Opens an object or list whose first member is expected at `position`. */
  open(start: number, position: number, isObject: boolean, how: { isTuple?: true; isImplied?: true } = {}): void {
    const schema = this.valueSchema();
    this.frame = {
      parent: this.frame,
      isObject,
      isTuple: how.isTuple ?? false,
      isImplied: how.isImplied ?? false,
      start,
      depth: (this.frame?.depth ?? 0) + 1,
      schema,
      outerKeys: this.keys,
      outerKinds: this.kinds,
    };
    this.keys = undefined;
    this.kinds = 0;
    this.lastEnd = position;
    this.commaAt = -1;
    this.valueStart = -1;
    this.position = position;
    this.mode = isObject ? 'key' : 'value';
  }

  /** Closes a frame of parentheses around a single value, which mean nothing. */
  unwrap(position: number): void {
    const frame = this.frame!;
    this.note(frame.start, frame.start + 1, '', 'tuple');
    this.note(position - 1, position, '', 'tuple');
    this.frame = frame.parent;
    this.keys = frame.outerKeys;
    const kinds = this.kinds;
    this.kinds = frame.outerKinds;
    this.finishItem(kinds, frame.start, position);
  }

  /** Closes the frame; what follows stands at `position`. */
  close(position: number): void {
    const frame = this.frame!;
    if (frame.isTuple) this.note(frame.start, frame.start + 1, '[', 'tuple');
    if (frame.isObject && frame.schema) this.guidance += frame.schema.missingCost(this.keys);
    this.frame = frame.parent;
    this.keys = frame.outerKeys;
    this.kinds = frame.outerKinds;
    this.finishItem(frame.isObject ? 2 : 4, frame.start, position);
  }

  /** An item or a member's value of a kind (1 scalar, 2 object, 4 list) ended at `position`. */
  finishItem(kind: number, start: number, position: number): void {
    const { frame } = this;
    if (frame && !frame.isObject) {
      if (this.kinds && (this.kinds & 1) !== (kind & 1)) this.guidance += oddItem;
      this.kinds |= kind;
    }
    this.finishValue(start, position);
  }

  /** A value ended at `position`. */
  finishValue(start: number, position: number): void {
    this.valueStart = start;
    this.lastEnd = position;
    this.commaAt = -1;
    this.position = position;
    this.mode = this.frame ? 'after' : 'end';
  }

  /** What the schema says of the value that comes next. */
  valueSchema(): SchemaView | undefined {
    const { frame } = this;
    return frame ? frame.schema?.child(frame.isObject ? this.key : undefined) : this.rootSchema;
  }
}
