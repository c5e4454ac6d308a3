import type { Span } from '../engine/index.ts';
import { causeName, type DiagnosisModel, percent } from './diagnosisModel.ts';
import type { LensAction, LensItem, LensPlace, LensRow, LensWords, ValueItem } from './lensItem.ts';
import { fitted, haveRoom, maxRow, roomAt, separator, withRoom } from './lensRoom.ts';
import { actionItems, causeItem, errorText, filterNames, statusItem, verdictTitle } from './lensStatus.ts';
import { type ErrorModel, isNotRun, type PartModel, type ResponseModel, type SplitModel } from './responseModel.ts';
import { shownWidth } from './shownWidth.ts';
import type { ValueModel } from './valueModel.ts';
import { clip, lensPreviewLength } from './valuePreview.ts';

/** What the rows of a result need beside the result itself. */
export interface LensExtras {
  /** The field of a log that the response was found in. */
  readonly field?: string;
  /** Why the response does not read, as soon as it is known. */
  readonly diagnosis?: DiagnosisModel;
}

/**
 * The lenses of a result, from top to bottom: the verdict with the parser's name above the response's first line, and each
 * split above the first part that feeds it, or, where that row is full, above the next one. What shares a line shares its
 * row, the values cut evenly. Actions follow where there is room. The repair of an error stands above the place of its
 * cause, and what the model is told beside it.
 */
export function lensRows(
  model: ResponseModel,
  words: LensWords,
  place: (offset: number) => LensPlace,
  { field, diagnosis }: LensExtras = {},
): readonly LensRow[] {
  const head = place(0);
  const width = roomAt(head.indent);
  const causes = (model.error && !isNotRun(model) && diagnosis?.causes) || [];
  const actions = actionItems(model, words);
  const values = placed(
    [...highlightItems(model, place, head.line), ...splitItems(model, place, head.line)],
    (line, items) =>
      line === head.line
        ? haveRoom(items, shownWidth(verdictTitle(model)), width)
        : haveRoom(items, 0, roomAt(indentOf(model, items[0], place))),
  );
  const beside = values.get(head.line) ?? [];
  values.delete(head.line);
  const told = actions.filter(({ action: { kind } }) => kind === 'feedback');
  const lower = model.error && !isNotRun(model) ? lowerRow(model.error, diagnosis, told, words, place, head.line) : [];
  // What the model is told stands here where the error has no other line.
  const asked = model.error && lower.length === 0 ? told : [];
  const wider = asked.length > 0 ? Math.max(width, maxRow) : width;
  const taken = asked.reduce((sum, { title }) => sum + title.length + separator, 0);
  const status =
    causes.length > 0 && model.error
      ? causeItem({ ...model, error: model.error }, causes, words, place, field, width)
      : statusItem(model, words, place, field, beside, wider - taken);
  const fittedValues = fitted(beside, width - shownWidth(status.title) - separator);
  const rest = model.error ? actions.filter(action => !told.includes(action)) : actions;
  const first = withRoom(withRoom([status, ...fittedValues], asked, wider), rest, width);
  return [
    { line: head.line, items: first },
    ...[...values].map(([line, items]) => ({
      line,
      items: fitted(items, roomAt(indentOf(model, items[0], place))),
    })),
    ...lower,
  ].sort(({ line: one }, { line: other }) => one - other);
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
  told: readonly LensItem[],
  words: LensWords,
  place: (offset: number) => LensPlace,
  head: number,
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
    repairs.push({ title, tooltip: words.repairTooltip(best.value.long, best.lossy), action: { kind: 'repair' } });
  } else if (partly) {
    const tooltip = `${partly.class}: ${partly.message}`;
    repairs.push({ title: words.partly(partly.class), tooltip, action: { kind: 'result' } });
  }
  const more: LensItem[] = cause
    ? [
        ...(best ? [{ ...words.showRepair, action: { kind: 'showRepair' } } as const] : []),
        {
          title: words.explain(causeName(cause.code)),
          tooltip: cause.summary,
          action: { kind: 'explain', code: cause.code },
        },
      ]
    : [];
  const [first, ...rest] = [...repairs, ...told, ...more];
  return first ? [{ line, items: withRoom([first], rest, Math.max(maxRow, roomAt(indent))) }] : [];
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
    return { lines, name, preview: value.short, tooltip: tooltip(name, value), action };
  });
}

function splitItems(
  { splits, groups = [], value, parts }: ResponseModel,
  place: (offset: number) => LensPlace,
  head: number,
): ValueItem[] {
  if (splits)
    return groups.map(group => {
      const [target] = group;
      const split = splits[target];
      const name = group.map(member => filterNames[member]).join(' = ');
      const action = { kind: 'split', target } as const;
      const lines = linesOf(parts, action, place, head);
      return { lines, name, preview: splitPreview(split), tooltip: splitTooltip(name, split), action };
    });
  if (!value) return [];
  const action = { kind: 'split', target: 'value' } as const;
  return [{ lines: linesOf(parts, action, place, head), name: '', preview: value.short, tooltip: value.long, action }];
}

function splitPreview(split: SplitModel): string {
  return 'error' in split ? clip(`✗ ${split.error.class} · ${split.error.message}`, lensPreviewLength) : split.short;
}

function splitTooltip(name: string, split: SplitModel): string {
  return 'error' in split ? `${name}: ${errorText(split.error)}` : tooltip(name, split);
}

function tooltip(name: string, value: ValueModel): string {
  return `${name}: ${value.long}`;
}
