import type { Span } from '../engine/index.ts';
import { causeName, type DiagnosisModel, percent } from './diagnosisModel.ts';
import type { ErrorModel } from './errorModel.ts';
import type { LensAction, LensItem, LensPlace, LensRow, LensWords, ValueItem } from './lensItem.ts';
import { fittedValues, haveRoom, roomAbove, rowWidth, unknownRow, withLater } from './lensRow.ts';
import { actionItems, errorText, nameItem, statusItem } from './lensStatus.ts';
import { lensGap, lensWidth } from './lensWidth.ts';
import { isNotRun, type PartModel, type ResponseModel } from './responseModel.ts';
import type { SplitModel } from './splitModel.ts';
import type { ValueModel } from './valueModel.ts';
import { oneLine } from './valuePreview.ts';

/** What the rows of a result need beside the result itself. */
export interface LensExtras {
  /** The field of a log that the response was found in. */
  readonly field?: string;
  /** Why the response does not read, as soon as it is known. */
  readonly diagnosis?: DiagnosisModel;
  /** What a row has room for, in letters of running text; absent: nobody knows. */
  readonly letters?: number;
  /** Which of several answers of its document it is, from 1; `isAll`: all of them are parsed. */
  readonly among?: { readonly number: number; readonly count: number; readonly isAll: boolean };
  /** The document cannot be edited: a repair is only shown. */
  readonly isReadOnly?: boolean;
}

/**
 * The lenses of a result, from top to bottom. Above the response's first line stand the verdict, the values whose line that
 * is, the definition's name and commands, in this order, so that what a narrow editor cuts matters least; above another line
 * the values whose first part begins there. What shares a line shares its row, the values cut evenly; where a row is full, a
 * value goes to the next part that feeds it. The repair of an error stands above the place of its cause.
 */
export function lensRows(
  model: ResponseModel,
  words: LensWords,
  place: (offset: number) => LensPlace,
  { field, diagnosis, letters = unknownRow, among, isReadOnly = false }: LensExtras = {},
): readonly LensRow[] {
  const head = place(0);
  const room = roomAbove(head.indent, letters);
  const roomFor = (item: ValueItem | undefined) => roomAbove(indentOf(model, item, place), letters);
  const status = {
    causes: (!isNotRun(model) && diagnosis?.causes) || [],
    words,
    place,
    field,
    among: among && words.among(among.number, among.count),
    room,
  };
  const mark = statusItem(model, { ...status, hasValues: true });
  const values = placed(
    [...highlightItems(model, place, head.line), ...splitItems(model, words, place, head.line)],
    (line, items) =>
      line === head.line ? haveRoom(items, lensWidth(mark.title), room) : haveRoom(items, 0, roomFor(items[0])),
  );
  const beside = values.get(head.line) ?? [];
  values.delete(head.line);
  const all: readonly LensItem[] = among && !among.isAll ? [{ ...words.parseAll, action: { kind: 'parseAll' } }] : [];
  const isCut = diagnosis?.causes.some(({ code }) => code === 'cut-off') ?? false;
  const actions = [...all, ...actionItems(model, words, isCut)];
  const feedbackItems = actions.filter(({ action: { kind } }) => kind === 'feedback' || kind === 'explain');
  const lower =
    model.error && !isNotRun(model)
      ? lowerRow(model.error, diagnosis, feedbackItems, words, place, { head: head.line, letters, isReadOnly })
      : [];
  const rest = lower.length > 0 ? actions.filter(action => !feedbackItems.includes(action)) : actions;
  // The feedback to the model comes before the framework's words.
  const roomOfAsked =
    model.error && lower.length === 0 && feedbackItems.length > 0 ? rowWidth(feedbackItems) + lensGap : 0;
  const first =
    beside.length > 0
      ? withName(
          [mark, ...fittedValues(beside, room - lensWidth(mark.title) - lensGap)],
          left => nameItem(model, words, field, left),
          room,
        )
      : [statusItem(model, { ...status, hasValues: false, room: room - roomOfAsked })];
  return [
    { line: head.line, items: withLater(first, rest, room) },
    ...[...values].map(([line, items]) => ({ line, items: fittedValues(items, roomFor(items[0])) })),
    ...lower,
  ].sort(({ line: one }, { line: other }) => one - other);
}

/** A name of less room says nothing, in letters. */
const leastName = 8;

/** A row with the definition's name behind it, where there is room. */
function withName(row: readonly LensItem[], name: (room: number) => LensItem, room: number): readonly LensItem[] {
  const left = room - rowWidth(row) - lensGap;
  return left < leastName ? row : [...row, name(left)];
}

/** The values by line: each on the first of its lines that has room for it, or, where none has, on its first. */
function placed(
  items: readonly ValueItem[],
  isRoomy: (line: number, items: readonly ValueItem[]) => boolean,
): Map<number, ValueItem[]> {
  const rows = new Map<number, ValueItem[]>();
  for (const item of items) {
    const line = item.lines.find(at => isRoomy(at, [...(rows.get(at) ?? []), item])) ?? item.lines[0];
    rows.set(line, [...(rows.get(line) ?? []), item]);
  }
  return rows;
}

/** The indentation of a value's line. */
function indentOf(model: ResponseModel, item: ValueItem | undefined, place: (offset: number) => LensPlace): number {
  return item ? place(partsOf(model.parts, item.action)[0]?.span.start ?? 0).indent : 0;
}

/** The row above the place of the likeliest cause, or of the error; none on the verdict's own line, where there is no room. */
function lowerRow(
  error: ErrorModel & { readonly span?: Span },
  diagnosis: DiagnosisModel | undefined,
  feedbackItems: readonly LensItem[],
  words: LensWords,
  place: (offset: number) => LensPlace,
  { head, letters, isReadOnly }: { readonly head: number; readonly letters: number; readonly isReadOnly: boolean },
): readonly LensRow[] {
  const [best, ...others] = diagnosis?.candidates ?? [];
  const cause = diagnosis?.causes[0];
  const span = cause?.span ?? error.span;
  if (!span) return [];
  const { line, indent } = place(span.start);
  if (line === head) return [];
  const repairs: LensItem[] = [];
  const partly = best ? undefined : diagnosis?.partly;
  if (best) {
    const sure = percent(best.confidence);
    const title = others.length > 0 ? words.repairs(others.length + 1, sure) : words.repair(sure, best.lossy);
    const tooltip = words.repairTooltip(best.value.long, best.lossy);
    if (isReadOnly)
      repairs.push(
        { ...words.showRepair, title: words.shownRepair(sure), action: { kind: 'showRepair' } },
        { ...words.copyRepaired, action: { kind: 'copyRepaired' } },
      );
    else repairs.push({ title, tooltip, action: { kind: 'repair' } });
  } else if (partly) {
    const tooltip = `${partly.class}: ${partly.message}`;
    repairs.push({ title: words.partly(partly.class), tooltip, action: { kind: 'result' } });
  }
  const more: LensItem[] = cause
    ? [
        ...(best && !isReadOnly ? [{ ...words.showRepair, action: { kind: 'showRepair' } } as const] : []),
        {
          title: words.explain(causeName(cause.code)),
          tooltip: cause.summary,
          action: { kind: 'explain', code: cause.code },
        },
      ]
    : [];
  const [first, ...rest] = [...repairs, ...feedbackItems, ...more];
  return first ? [{ line, items: withLater([first], rest, roomAbove(indent, letters)) }] : [];
}

/** The parts of the response that feed a lens, in the text's order. */
function partsOf(parts: readonly PartModel[], action: LensAction): readonly PartModel[] {
  if (action.kind === 'highlight') {
    const [root, index = -1] = action.path;
    const part = root === 'parts' ? parts[index] : parts.find(({ key }) => key === action.name);
    return part ? [part] : [];
  }
  if (action.kind !== 'split') return [];
  const { target } = action;
  if (target === 'value') return parts.slice(0, 1);
  return parts
    .filter(({ destinations: goesTo }) => goesTo?.includes(target))
    .sort((one, other) => one.span.start - other.span.start);
}

/** The lines that a lens can stand above. */
function linesOf(
  parts: readonly PartModel[],
  action: LensAction,
  place: (offset: number) => LensPlace,
  head: number,
): readonly [number, ...number[]] {
  const [first = head, ...next] = new Set(partsOf(parts, action).map(({ span }) => place(span.start).line));
  return [first, ...next];
}

function highlightItems(
  { highlights, parts }: ResponseModel,
  place: (offset: number) => LensPlace,
  head: number,
): ValueItem[] {
  return highlights.map(({ name, path, value }) => {
    const action = { kind: 'highlight', name, path } as const;
    const lines = linesOf(parts, action, place, head);
    return { lines, name, preview: value.lens, tooltip: tooltip(name, value), action };
  });
}

function splitItems(
  { splits, groups = [], value, parts }: ResponseModel,
  words: LensWords,
  place: (offset: number) => LensPlace,
  head: number,
): ValueItem[] {
  if (splits)
    return groups.flatMap(group => {
      const [target] = group;
      const split = splits[target];
      if (isNothing(split)) return [];
      const name = group.map(member => words.splits[member]).join(', ');
      const action = { kind: 'split', target } as const;
      const lines = linesOf(parts, action, place, head);
      return { lines, name, preview: splitPreview(split), tooltip: splitTooltip(name, split), action };
    });
  if (!value) return [];
  const action = { kind: 'split', target: 'value' } as const;
  return [{ lines: linesOf(parts, action, place, head), name: '', preview: value.lens, tooltip: value.long, action }];
}

/** Whether a split gives the agent nothing: `None`, or a dict without members. */
function isNothing(split: SplitModel): boolean {
  return !('error' in split) && (split.kind === 'null' || (split.kind === 'dict' && split.size === 0));
}

function splitPreview(split: SplitModel): string {
  return 'error' in split ? `✗ ${split.error.class} · ${oneLine(split.error.message)}` : split.lens;
}

function splitTooltip(name: string, split: SplitModel): string {
  return 'error' in split ? `${name}: ${errorText(split.error)}` : tooltip(name, split);
}

function tooltip(name: string, value: ValueModel): string {
  return `${name}: ${value.long}`;
}
