import type { TextSpan } from '../../protocol/guards.ts';
import type { ReplayView, StreamedView, StreamFieldView } from '../../protocol/replayProtocol.ts';

/** What is known of a key at a moment. */
export type KeyState = 'notYet' | 'open' | 'closed' | 'final' | 'reopened';

/** A key of the response at a moment. */
export interface KeyRow {
  readonly key: string;
  readonly state: KeyState;
  /** Its value where it is closed; what has come of it where it is open. */
  readonly value: string;
}

/** A stretch of the response at a moment. `came`: the model has sent it. */
export interface Stretch {
  readonly text: string;
  readonly came: boolean;
  readonly state?: 'open' | 'closed' | 'final';
}

/** How much of an open value is shown: its end, in UTF-16 units. */
const maxTail = 80;
/** How much of the response is shown around the moment, and in which steps that moves. */
const windowStep = 4000;
const windowBefore = 12_000;
const windowAfter = 8000;

/** The keys of a response, each once, in the order in which they begin. */
export function keysOf({ fields, openings }: ReplayView): readonly string[] {
  const closed = new Set(fields.map(({ span }) => span.start));
  const starts = [
    ...fields.map(({ key, span }) => ({ key, start: span.start })),
    // Of those that never close, the name may not have come either.
    ...openings.filter(({ key, start }) => key !== '' && !closed.has(start)),
  ].sort((one, other) => one.start - other.start);
  return [...new Set(starts.map(({ key }) => key))];
}

/** What is known of each key when `at` units have come. */
export function rowsAt(view: ReplayView, keys: readonly string[], at: number): readonly KeyRow[] {
  const last = new Map<string, StreamFieldView>();
  const reopened = new Set<string>();
  for (const field of view.fields) {
    if (field.closedAt > at) break;
    if (isClosed(field, at)) last.set(field.key, field);
    else reopened.add(field.key);
  }
  const open = openAt(view, at);
  // The beginning only of its key may have come; the field that begins there has all of it.
  const opened = open && view.fields.find(({ span }) => span.start === open.start);
  const openKey = opened?.key ?? open?.key;
  return keys.map((key): KeyRow => {
    if (key === openKey && open)
      return { key, state: 'open', value: tailOf(view.text.slice(opened?.innerStart ?? open.start, at)) };
    const field = last.get(key);
    if (field) return { key, state: isFinal(view, field, at) ? 'final' : 'closed', value: field.value };
    return { key, state: reopened.has(key) ? 'reopened' : 'notYet', value: '' };
  });
}

/** The key that is open at a moment. */
function openAt({ openings }: ReplayView, at: number): ReplayView['openings'][number] | undefined {
  return openings.find(({ from, to }) => from <= at && at < to);
}

/** The moments at which something opens, closes or becomes final, in order; the beginning and the end among them. */
export function turningPoints({ fields, openings, text }: ReplayView): readonly number[] {
  const points = new Set([0, text.length]);
  for (const { closedAt, finalAt, reopenedAt } of fields)
    for (const point of [closedAt, finalAt, reopenedAt]) if (point !== undefined) points.add(point);
  for (const { from } of openings) points.add(from);
  return [...points].filter(point => point <= text.length).sort((one, other) => one - other);
}

/** The part of the response that is shown at a moment; of a long one what lies around it, in steps, so that it does not move with every unit. */
export function windowAt({ length }: string, at: number): TextSpan {
  if (length <= windowBefore + windowAfter) return { start: 0, end: length };
  const step = Math.floor(at / windowStep) * windowStep;
  return { start: Math.max(0, step - windowBefore), end: Math.min(length, step + windowStep + windowAfter) };
}

/** A window of the response in stretches: what has come, with the keys' places, and what has not. */
export function stretchesAt(view: ReplayView, at: number, { start, end }: TextSpan): readonly Stretch[] {
  const { text } = view;
  const now = Math.min(Math.max(start, wholeAt(text, at)), end);
  const stretches: Stretch[] = [];
  let done = start;
  const add = (to: number, state?: Stretch['state']) => {
    const until = Math.min(to, now);
    if (until <= done) return;
    stretches.push({ text: text.slice(done, until), came: true, ...(state && { state }) });
    done = until;
  };
  const closed = view.fields.filter(field => isClosed(field, at) && field.span.end > start && field.span.start < end);
  const open = openAt(view, at);
  const marks = [
    ...closed.map(field => ({
      ...field.span,
      state: isFinal(view, field, at) ? ('final' as const) : ('closed' as const),
    })),
    ...(open ? [{ start: open.start, end: at, state: 'open' as const }] : []),
  ].sort((one, other) => one.start - other.start);
  for (const mark of marks) {
    add(mark.start);
    add(mark.end, mark.state);
  }
  add(now);
  if (end > done) stretches.push({ text: text.slice(done, end), came: false });
  return stretches;
}

/** A moment that is not within a surrogate pair. */
function wholeAt(text: string, at: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at;
}

function isClosed({ closedAt, reopenedAt = Number.POSITIVE_INFINITY }: StreamFieldView, at: number): boolean {
  return closedAt <= at && at < reopenedAt;
}

/** Of a response that reads, all is final when it is complete. */
function isFinal(
  { text, end }: ReplayView,
  { finalAt = Number.POSITIVE_INFINITY }: StreamFieldView,
  at: number,
): boolean {
  return finalAt <= at || (at >= text.length && end.ok);
}

function tailOf(text: string): string {
  const line = text.slice(-2 * maxTail).replace(/\s+/g, ' ');
  if (text.length <= maxTail) return line;
  return `…${line.slice(-maxTail).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

/** What the framework's own streaming gives for a key, beside what is known of it. */
export interface StreamedRow {
  /** Absent: nothing. */
  readonly value?: string;
  /** How it stands to what is known: a guess at what has not ended, another value, one that the framework leaves out; absent: the same. */
  readonly differs?: 'guess' | 'other' | 'missing';
}

/** The framework's own values beside the rows of the keys that are known, and the rows of keys that only it has. */
export function streamedRows(
  rows: readonly KeyRow[],
  { values }: StreamedView,
): readonly { readonly row: KeyRow; readonly streamed: StreamedRow }[] {
  const streamedValues = new Map(values.map(({ key, value }) => [key, value]));
  const shared = rows.map(row => ({ row, streamed: compared(row, streamedValues.get(row.key)) }));
  const others = values.filter(({ key }) => !rows.some(row => row.key === key));
  return [
    ...shared,
    ...others.map(({ key, value }) => ({
      row: { key, state: 'notYet' as const, value: '' },
      streamed: { value, differs: 'guess' as const },
    })),
  ];
}

function compared({ state, value: ownValue }: KeyRow, value: string | undefined): StreamedRow {
  const isKnown = state === 'closed' || state === 'final';
  if (value === undefined) return isKnown ? { differs: 'missing' } : {};
  if (!isKnown) return { value, differs: 'guess' };
  return value === ownValue ? { value } : { value, differs: 'other' };
}
