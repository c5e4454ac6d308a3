import { type CauseModel, causeName, type DiagnosisModel, percent } from './diagnosisModel.ts';
import {
  type Destination,
  destinations,
  detailText,
  type ErrorModel,
  isNotRun,
  type PartModel,
  type ResponseModel,
  raisingSplits,
  type SplitModel,
  type ValueModel,
} from './responseModel.ts';
import type { ValuePath } from './valuePath.ts';
import { clip, cutPreview, lensPreviewLength, oneLine } from './valuePreview.ts';

/** The longest row of lenses, in characters, with its line's indentation and what VS Code puts between lenses: whole in an editor of 60 columns. */
export const maxRow = 76;
/** What VS Code draws between two lenses: ` | `. */
const separator = 3;
/** A value of fewer characters says nothing: its name stands alone. */
const leastValue = 4;
/** The longest notes beside values, in UTF-16 units. */
const maxNotes = 24;
/** What notes have beside values that need the rest of the row. */
const leastNotes = 10;

/** What the rows of a result need beside the result itself. */
export interface LensExtras {
  /** The field of a log that the response was found in. */
  readonly field?: string;
  /** Why the response does not read, as soon as it is known. */
  readonly diagnosis?: DiagnosisModel;
}

/** What a click on a lens does. */
export type LensAction =
  | { readonly kind: 'result' | 'feedback' | 'save' | 'clear' | 'trust' }
  | { readonly kind: 'repair' | 'showRepair' }
  | { readonly kind: 'explain'; readonly code: string }
  | { readonly kind: 'split'; readonly target: Destination | 'value' }
  | { readonly kind: 'highlight'; readonly name: string; readonly path: ValuePath };

/** One thing to click above a line of a response. */
export interface LensItem {
  readonly title: string;
  readonly tooltip: string;
  readonly action: LensAction;
}

/** The lenses above a line, at most {@link maxRow} characters of them. */
export interface LensRow {
  /** The line's number, from 0, as `place` gave it. */
  readonly line: number;
  readonly items: readonly LensItem[];
}

/** Where an offset of the response is: its line, from 0, and the columns of blanks that the line begins with. */
export interface LensPlace {
  readonly line: number;
  readonly indent: number;
}

/** The few words of a lens that people read in their own language. */
export interface LensWords {
  readonly unescaped: string;
  readonly repaired: string;
  readonly binary: string;
  readonly nothingRecognised: string;
  readonly toolError: string;
  readonly notRun: string;
  readonly warnings: (count: number) => string;
  /** `line`: from 1. */
  readonly atLine: (cause: string, line: number) => string;
  /** A cause with what stands before its place. */
  readonly after: (cause: string, piece: string) => string;
  /** A button that applies the likeliest repair; `confidence` in percents. Short: it shares its row. */
  readonly repair: (confidence: number, lossy: boolean, short: boolean) => string;
  /** A button that lists several repairs; `confidence`: that of the likeliest. */
  readonly repairs: (count: number, confidence: number) => string;
  readonly repairTooltip: (value: string, lossy: boolean) => string;
  readonly showRepair: { readonly title: string; readonly tooltip: string };
  readonly explain: (cause: string) => string;
  readonly feedback: { readonly title: string; readonly tooltip: string };
  readonly save: { readonly title: string; readonly tooltip: string };
  readonly clear: { readonly title: string; readonly tooltip: string };
  readonly trust: { readonly title: string; readonly tooltip: string };
}

const filterNames: Readonly<Record<Destination, string>> = {
  content: 'toContent',
  memory: 'toMemory',
  metadata: 'toMetadata',
};

/** A lens for a value, before it is known how much room it has. */
interface ValueItem {
  readonly line: number;
  readonly name: string;
  readonly preview: string;
  readonly tooltip: string;
  readonly action: LensAction;
}

/**
 * The lenses of a result, from top to bottom: the verdict above the response's first line, and each split above the first
 * part that feeds it. What shares a line shares its row, the values cut evenly. Actions follow where there is room, the
 * verdict's first: what the model is told of an error has its room before the error's text. The repair of an error stands
 * above the place of its cause.
 */
export function lensRows(
  model: ResponseModel,
  words: LensWords,
  place: (offset: number) => LensPlace,
  { field, diagnosis }: LensExtras = {},
): readonly LensRow[] {
  const head = place(0);
  const repair = isNotRun(model) ? undefined : repairRow(diagnosis, words, place, head.line);
  const items = [...highlightItems(model, place, head.line), ...splitItems(model, place, head.line)];
  const rows = new Map<number, { readonly indent: number; readonly items: ValueItem[] }>();
  rows.set(head.line, { indent: head.indent, items: [] });
  for (const item of items) {
    const row = rows.get(item.line) ?? { indent: place(offsetOf(model, item)).indent, items: [] };
    rows.set(item.line, row);
    row.items.push(item);
  }
  const lines = [...rows]
    .sort(([one], [other]) => one - other)
    .map(([line, { indent, items: shared }]) => {
      const width = maxRow - indent;
      if (line !== head.line) return { line, items: fitted(shared, width) };
      const actions = [...(repair?.line === line ? repair.items.slice(0, 1) : []), ...actionItems(model, words)];
      const causes = repair && model.error && diagnosis?.candidates[0]?.causes;
      const status = causes
        ? causeItem(model, causes, words, place, field, width, actions)
        : statusItem(model, words, place, field, shared, width, actions);
      const values = fitted(shared, width - status.title.length - separator);
      return { line, items: withRoom([status, ...values], actions, width) };
    });
  if (!repair || lines.some(({ line }) => line === repair.line)) return lines;
  return [...lines, repair].sort(({ line: one }, { line: other }) => one - other);
}

/** The row above the place of the likeliest cause; on the verdict's own row only its first lens has room. */
function repairRow(
  diagnosis: DiagnosisModel | undefined,
  words: LensWords,
  place: (offset: number) => LensPlace,
  head: number,
): LensRow | undefined {
  const [best, ...others] = diagnosis?.candidates ?? [];
  const [cause] = best?.causes ?? [];
  if (!best || !cause) return undefined;
  const { line, indent } = place(cause.span.start);
  const title =
    others.length > 0
      ? words.repairs(others.length + 1, percent(best.confidence))
      : words.repair(percent(best.confidence), best.lossy, line === head);
  const items: LensItem[] = [
    { title, tooltip: words.repairTooltip(best.value.long, best.lossy), action: { kind: 'repair' } },
    { ...words.showRepair, action: { kind: 'showRepair' } },
    {
      title: words.explain(causeName(cause.code)),
      tooltip: cause.summary,
      action: { kind: 'explain', code: cause.code },
    },
  ];
  return { line, items: withRoom(items.slice(0, 1), items.slice(1), Math.max(title.length, maxRow - indent)) };
}

/** The verdict on a response whose cause is known: the framework's class, the cause and its place, as much of it as there is room for. */
function causeItem(
  model: ResponseModel & { readonly error?: ErrorModel },
  causes: readonly CauseModel[],
  words: LensWords,
  place: (offset: number) => LensPlace,
  field: string | undefined,
  width: number,
  actions: readonly LensItem[],
): LensItem {
  const [{ code, span, after }] = causes as readonly [CauseModel, ...CauseModel[]];
  const more = causes.length > 1 ? ` (+${causes.length - 1})` : '';
  const name = `${causeName(code)}${more}`;
  const full = after === undefined ? name : `${words.after(causeName(code), after)}${more}`;
  const line = place(span.start).line + 1;
  const error = `${model.error?.class} · `;
  const titles = [
    error + words.atLine(full, line),
    error + words.atLine(name, line),
    words.atLine(name, line),
    error + name,
    name,
  ].map(title => `✗ ${title}`);
  // Of the actions, the repair and what the model is told have their room first; where both have none, the repair.
  const wanted = actions.filter(({ action: { kind } }) => kind === 'repair' || kind === 'feedback');
  const taken = (items: readonly LensItem[]) => items.reduce((sum, { title }) => sum + title.length + separator, 0);
  const fits = (room: number, from = titles) => from.find(({ length }) => length <= room);
  const title =
    fits(width - taken(wanted), titles.slice(0, 2)) ??
    fits(width - taken(wanted.filter(({ action: { kind } }) => kind === 'repair'))) ??
    clip(`✗ ${name}`, Math.max(leastValue, width));
  const tooltip = [
    ...causes.map(
      cause => `${words.atLine(causeName(cause.code), place(cause.span.start).line + 1)}: ${cause.summary}`,
    ),
    ...tooltipLines(model, words, field),
  ].join('\n');
  return { title, tooltip, action: { kind: 'result' } };
}

function offsetOf({ parts }: ResponseModel, { action }: ValueItem): number {
  return partOf(parts, action)?.span.start ?? 0;
}

/** The first part of the response that feeds a lens. */
function partOf(parts: readonly PartModel[], action: LensAction): PartModel | undefined {
  if (action.kind === 'highlight') {
    const [root, index = -1] = action.path;
    return root === 'parts' ? parts[index] : parts.find(({ key }) => key === action.name);
  }
  if (action.kind !== 'split' || action.target === 'value') return undefined;
  const { target } = action;
  return parts
    .filter(({ destinations: goesTo }) => goesTo?.includes(target))
    .reduce<PartModel | undefined>(
      (one, other) => (one && one.span.start <= other.span.start ? one : other),
      undefined,
    );
}

function highlightItems(
  { highlights, parts }: ResponseModel,
  place: (offset: number) => LensPlace,
  head: number,
): ValueItem[] {
  return highlights.map(({ name, path, value }) => {
    const action = { kind: 'highlight', name, path } as const;
    const part = partOf(parts, action);
    const line = part ? place(part.span.start).line : head;
    return { line, name, preview: value.short, tooltip: tooltip(name, value), action };
  });
}

function splitItems(
  { splits, value, parts }: ResponseModel,
  place: (offset: number) => LensPlace,
  head: number,
): ValueItem[] {
  if (splits)
    return destinations.map(target => {
      const split = splits[target];
      const name = filterNames[target];
      const action = { kind: 'split', target } as const;
      const part = partOf(parts, action);
      const line = part ? place(part.span.start).line : head;
      return { line, name, preview: splitPreview(split), tooltip: splitTooltip(name, split), action };
    });
  if (!value) return [];
  const action = { kind: 'split', target: 'value' } as const;
  return [{ line: head, name: '', preview: value.short, tooltip: value.long, action }];
}

function splitPreview(split: SplitModel): string {
  return 'error' in split ? clip(`✗ ${errorText(split.error)}`, lensPreviewLength) : split.short;
}

function splitTooltip(name: string, split: SplitModel): string {
  return 'error' in split ? `${name}: ${errorText(split.error)}` : tooltip(name, split);
}

/** Items with their values cut evenly to a width; where there is too little room, without the highlights, then without values, then as many as fit. */
function fitted(items: readonly ValueItem[], width: number): LensItem[] {
  for (let shown = items; shown.length > 0; shown = withoutLast(shown)) {
    const fixed = shown.reduce((sum, { name }) => sum + name.length + (name ? 1 : 0) + separator, -separator);
    const shares = evenly(
      shown.map(({ preview }) => preview.length),
      width - fixed,
    );
    if (shares.every((share, i) => share >= Math.min(leastValue, shown[i]!.preview.length)))
      return shown.map((item, i) => toItem(item, [item.name, cutPreview(item.preview, shares[i]!)].filter(Boolean)));
    const isSplitsOnly = shown.every(({ action }) => action.kind !== 'highlight');
    const names = shown.map(({ name, preview }) => name || cutPreview(preview, Math.max(1, width)));
    const length = names.reduce((sum, name) => sum + name.length + separator, -separator);
    if (isSplitsOnly && length <= width) return shown.map((item, i) => toItem(item, [names[i]!]));
  }
  return [];
}

/** The items without the last highlight, or, where there is none, without the last item. */
function withoutLast(items: readonly ValueItem[]): readonly ValueItem[] {
  const highlight = items.findLastIndex(({ action }) => action.kind === 'highlight');
  return items.toSpliced(highlight < 0 ? items.length - 1 : highlight, 1);
}

function toItem({ tooltip, action }: ValueItem, words: readonly string[]): LensItem {
  return { title: words.join(' '), tooltip, action };
}

/** How much of a total each gets: what it wants, or as much as every other one that wants more than there is. */
export function evenly(wanted: readonly number[], total: number): number[] {
  const shares = wanted.map(() => 0);
  let left = Math.max(0, total);
  const waiting = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  for (const [done, i] of waiting.entries()) {
    const share = Math.min(wanted[i]!, Math.floor(left / (waiting.length - done)));
    shares[i] = share;
    left -= share;
  }
  return shares;
}

/** The verdict: a mark and what was done to the text, or why it does not read; the parser's name is in its tooltip. */
function statusItem(
  model: ResponseModel,
  words: LensWords,
  place: (offset: number) => LensPlace,
  field: string | undefined,
  values: readonly ValueItem[],
  width: number,
  actions: readonly LensItem[],
): LensItem {
  const action = { kind: 'result' } as const;
  const lines = tooltipLines(model, words, field);
  if (isNotRun(model)) return { title: `$(shield) ${words.notRun}`, tooltip: lines.join('\n'), action };
  const { error } = model;
  if (!error) {
    const mark = raisingSplits(model).length > 0 ? '⚠' : '✓';
    const title = [mark, ...fittedNotes(model, words, field, values, width)].join(' ');
    return { title, tooltip: lines.join('\n'), action };
  }
  const told = actions.find(({ action: { kind } }) => kind === 'feedback');
  const room = Math.max(leastValue, width - (told ? told.title.length + separator : 0));
  const line = error.span && place(error.span.start).line + 1;
  const notes = notesOf(model, words, field);
  if (field === undefined)
    return { title: errorTitle(error, line, notes, room, words), tooltip: lines.join('\n'), action };
  // The wrong field may be why it does not read: it has its room first.
  const end = clip(endOf(field, leastNotes), leastNotes);
  const left = Math.max(leastValue, room - separator - end.length);
  const title = errorTitle(error, line, notes.slice(1), left, words);
  const isRoomy = title.length + separator + end.length <= room;
  return { title: isRoomy ? `${title} · ${end}` : title, tooltip: lines.join('\n'), action };
}

/** The notes behind the mark of a response that reads. Beside values they have what those leave; a field is known by its end. */
function fittedNotes(
  model: ResponseModel,
  words: LensWords,
  field: string | undefined,
  values: readonly ValueItem[],
  width: number,
): readonly string[] {
  const full = notesOf(model, words, field).join(' · ');
  if (full === '') return [];
  const wanted = values.reduce((sum, { name, preview }) => sum + separator + name.length + 1 + preview.length, 0);
  const left = width - 2 - wanted;
  const room = values.length > 0 ? Math.min(maxNotes, Math.max(leastNotes, left)) : width - 2;
  if (full.length <= room || field === undefined) return [clip(full, room)];
  return [clip(notesOf(model, words, endOf(field, room - (full.length - field.length))).join(' · '), room)];
}

/** The end of a field's path, whole steps of it where they fit: `…message.content`. */
function endOf(field: string, room: number): string {
  if (field.length <= room) return field;
  const steps = [...field.matchAll(/[.[]/g)].map(({ 0: sign, index }) => index + (sign === '.' ? 1 : 0));
  const start = steps.find(at => field.length - at + 1 <= room);
  return start === undefined ? field : `…${field.slice(start)}`;
}

/** The cause with its line, cut to the room there is; what there is room for behind it. */
function errorTitle(
  error: ErrorModel & { readonly cause: string },
  line: number | undefined,
  notes: readonly string[],
  room: number,
  words: LensWords,
): string {
  const cause = oneLine(error.cause) || error.class;
  const full = (text: string) => `✗ ${line === undefined ? text : words.atLine(text, line)}`;
  let title = full(cause);
  if (title.length > room) title = full(clip(cause, Math.max(leastValue, cause.length - (title.length - room))));
  for (const more of [...notes, ...(cause === error.class ? [] : [error.class])])
    if (title.length + more.length + separator <= room) title = `${title} · ${more}`;
  return title;
}

function notesOf(model: ResponseModel, words: LensWords, field: string | undefined): readonly string[] {
  const { tools } = model;
  return [
    ...(field !== undefined ? [field] : model.unescaped ? [words.unescaped] : []),
    ...(model.repairs.length > 0 ? [words.repaired] : []),
    ...(model.binary ? [words.binary] : []),
    ...(tools?.nothing ? [words.nothingRecognised] : []),
    ...(tools?.failed ? [words.toolError] : []),
    ...(model.warnings.length > 0 ? [words.warnings(model.warnings.length)] : []),
  ];
}

function tooltipLines(model: ResponseModel, words: LensWords, field: string | undefined): readonly string[] {
  const { error } = model;
  return [
    `${model.name} (${model.type})`,
    ...(field === undefined ? [] : [field]),
    ...model.repairs.map(({ name, text }) => `${words.repaired}: ${name} ${text}`),
    ...model.warnings,
    ...raisingSplits(model).map(
      ({ destination, error: raised }) => `${filterNames[destination]}: ${errorText(raised)}`,
    ),
    ...model.extra.map(
      ({ key, description, value }) => `${key}${description === undefined ? '' : ` (${description})`}: ${value.long}`,
    ),
    ...(error ? [isNotRun(model) ? error.message : errorText(error), ...error.details.map(detailText)] : []),
  ];
}

function actionItems(model: ResponseModel, words: LensWords): readonly LensItem[] {
  if (isNotRun(model))
    return [
      { ...words.trust, action: { kind: 'trust' } },
      { ...words.clear, action: { kind: 'clear' } },
    ];
  return [
    ...(model.told === undefined ? [] : [{ ...words.feedback, action: { kind: 'feedback' } as const }]),
    { ...words.save, action: { kind: 'save' } },
    { ...words.clear, action: { kind: 'clear' } },
  ];
}

/** Items with as many of the actions behind them as the row has room for. */
function withRoom(items: readonly LensItem[], actions: readonly LensItem[], width: number): readonly LensItem[] {
  const shown = [...items];
  let length = shown.reduce((sum, { title }) => sum + title.length + separator, -separator);
  for (const action of actions) {
    if (length + separator + action.title.length > width) break;
    length += separator + action.title.length;
    shown.push(action);
  }
  return shown;
}

function tooltip(name: string, value: ValueModel): string {
  return `${name}: ${value.long}`;
}

function errorText(error: ErrorModel): string {
  return `${error.class}: ${error.message}`;
}
