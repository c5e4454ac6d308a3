import { causeName, type DiagnosisModel, percent } from './diagnosisModel.ts';
import { type LensItem, type LensPlace, type LensRow, type LensWords, separator } from './lensItem.ts';
import { fitted, highlightItems, offsetOf, splitItems, type ValueItem } from './lensValues.ts';
import { causeItem, statusItem } from './lensVerdict.ts';
import { isNotRun, type ResponseModel } from './responseModel.ts';

/** The longest row of lenses, in characters, with its line's indentation and what VS Code puts between lenses: whole in an editor of 60 columns. */
export const maxRow = 76;

/** What the rows of a result need beside the result itself. */
export interface LensExtras {
  /** The field of a log that the response was found in. */
  readonly field?: string;
  /** Why the response does not read, as soon as it is known. */
  readonly diagnosis?: DiagnosisModel;
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
