import { Bill, causeNumber } from './bill.ts';
import { type Cause, oddItem, repeatedKey } from './costs.ts';
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

/** A string that is open, or was open last. */
interface OpenString {
  readonly kind: QuoteKind | undefined;
  /** Where its content begins. */
  readonly start: number;
  readonly isKey: boolean;
}

const noString: OpenString = { kind: undefined, start: -1, isKey: false };

/**
 * One way to read the text up to `position`. It is changed in place by the step that owns it; `fork` makes the copy that
 * goes another way. Everything it refers to is immutable, so that a fork costs the same however long the text is.
 */
export class Reading extends Bill {
  /** Where the text that was skipped before the value ends. */
  readonly start: number;
  readonly log: EditLog;
  /** What the schema says of the whole value. */
  readonly rootSchema: SchemaView | undefined;

  position: number;
  mode: Mode;
  edits: EditList = noEdits;
  rivals: Rival | undefined;

  // Where it stands in what is open.
  frame: Frame | undefined;
  keys: KeyList | undefined;
  /** The kinds of the items of the list so far, as bits: 1 scalar, 2 object, 4 list. */
  kinds = 0;
  /** The end of the last complete member or item of the frame, or of its opening bracket. */
  lastEnd: number;
  /** The start of the last value of the frame. */
  valueStart = -1;
  /** The comma after `lastEnd`, or -1. */
  commaAt = -1;
  /** The key whose value comes next. */
  key = '';
  string = noString;
  /** How many quotes the string took for content. */
  innerQuotes = 0;

  // What it noticed on the way.
  /** Whether the last value may be cut by the end of the text. */
  mayBeCut = false;
  /** How often it was doubtful where a string ends, although nothing better was found. */
  doubts = 0;
  /** Whether a string keeps an odd number of quotes. */
  isUnpaired = false;
  /** Whether an object has one key twice. */
  repeatsKey = false;
  /** Whether the quotes of a key are doubled. */
  doublesQuotes = false;
  /** Whether all braces are doubled, as in a template. */
  doublesBraces = false;

  constructor(start: number, mode: Mode, log: EditLog, rootSchema?: SchemaView) {
    super();
    this.start = start;
    this.log = log;
    this.rootSchema = rootSchema;
    this.position = start;
    this.mode = mode;
    this.lastEnd = start;
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
    const copy = new Reading(this.start, this.mode, this.log, this.rootSchema);
    copy.takeBill(this);
    // One by one, which is faster than all at once.
    copy.position = this.position;
    copy.edits = this.edits;
    copy.rivals = this.rivals;
    copy.frame = this.frame;
    copy.keys = this.keys;
    copy.kinds = this.kinds;
    copy.lastEnd = this.lastEnd;
    copy.valueStart = this.valueStart;
    copy.commaAt = this.commaAt;
    copy.key = this.key;
    copy.string = this.string;
    copy.innerQuotes = this.innerQuotes;
    copy.mayBeCut = this.mayBeCut;
    copy.doubts = this.doubts;
    copy.isUnpaired = this.isUnpaired;
    copy.repeatsKey = this.repeatsKey;
    copy.doublesQuotes = this.doublesQuotes;
    copy.doublesBraces = this.doublesBraces;
    return copy;
  }

  /** Notes an edit without paying for it. */
  note(start: number, end: number, text: string, cause: Cause): void {
    this.edits = this.log.add(this.edits, start, end, text, causeNumber(cause));
  }

  /** Notes an edit and pays for its cause. */
  edit(start: number, end: number, text: string, cause: Cause): void {
    this.charge(cause);
    this.note(start, end, text, cause);
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
    this.guide(unknown + (isRepeated ? repeatedKey : 0));
    if (isRepeated) this.repeatsKey = true;
    this.keys = { name, before: this.keys };
    this.key = name;
    this.mode = 'colon';
  }

  /** Opens an object or list whose first member is expected at `position`. */
  open(start: number, position: number, isObject: boolean, how: { isTuple?: true; isImplied?: true } = {}): void {
    const schema = how.isImplied ? undefined : this.valueSchema();
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

  /** Opens a list without brackets around the value that was just read, behind which another one follows at `position`. */
  openAround(position: number, commaAt: number): void {
    const { valueStart, position: end } = this;
    this.open(valueStart, position, false, { isImplied: true });
    this.valueStart = valueStart;
    this.kinds = 2;
    this.lastEnd = end;
    this.commaAt = commaAt;
  }

  /** Opens a string whose content begins at `content`; `start`: where the value begins that it is. */
  openString(kind: QuoteKind, isKey: boolean, start: number, content: number): void {
    this.mode = 'string';
    this.string = { kind, start: content, isKey };
    this.innerQuotes = 0;
    this.position = content;
    if (!isKey) this.valueStart = start;
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
    if (frame.isObject && frame.schema) this.guide(frame.schema.missingCost(this.keys));
    this.frame = frame.parent;
    this.keys = frame.outerKeys;
    this.kinds = frame.outerKinds;
    this.finishItem(frame.isObject ? 2 : 4, frame.start, position);
  }

  /** An item or a member's value of a kind (1 scalar, 2 object, 4 list) ended at `position`. */
  finishItem(kind: number, start: number, position: number): void {
    const { frame } = this;
    if (frame && !frame.isObject) {
      if (this.kinds && (this.kinds & 1) !== (kind & 1)) this.guide(oddItem);
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
