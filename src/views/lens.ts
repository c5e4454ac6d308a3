import { causeName, type DiagnosisModel, percent } from './diagnosisModel.ts';
import type { LensAction, LensItem, LensPlace, LensRow, LensWords, ValueItem } from './lensItem.ts';
import { fitted, maxRow, separator, withRoom } from './lensRoom.ts';
import { actionItems, causeItem, errorText, filterNames, statusItem } from './lensStatus.ts';
import { destinations, isNotRun, type PartModel, type ResponseModel, type SplitModel } from './responseModel.ts';
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
      const own = repair?.line === line ? repair.items.slice(0, 1) : [];
      const isRepair = own[0]?.action.kind === 'repair';
      const actions = [...(isRepair ? own : []), ...actionItems(model, words), ...(isRepair ? [] : own)];
      const causes = (model.error && !isNotRun(model) && diagnosis?.causes) || [];
      const status = causes[0]
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
  const [cause] = diagnosis?.causes ?? [];
  if (!cause) return undefined;
  const { line, indent } = place(cause.span.start);
  const explain: LensItem = {
    title: words.explain(causeName(cause.code)),
    tooltip: cause.summary,
    action: { kind: 'explain', code: cause.code },
  };
  if (!best) {
    const { partly } = diagnosis!;
    const then: readonly LensItem[] = partly
      ? [
          {
            title: words.partly(partly.class),
            tooltip: `${partly.class}: ${partly.message}`,
            action: { kind: 'result' },
          },
        ]
      : [];
    return { line, items: withRoom(then, [explain], Math.max(then[0]?.title.length ?? 0, maxRow - indent)) };
  }
  const title =
    others.length > 0
      ? words.repairs(others.length + 1, percent(best.confidence))
      : words.repair(percent(best.confidence), best.lossy, line === head);
  const items: LensItem[] = [
    { title, tooltip: words.repairTooltip(best.value.long, best.lossy), action: { kind: 'repair' } },
    { ...words.showRepair, action: { kind: 'showRepair' } },
    explain,
  ];
  return { line, items: withRoom(items.slice(0, 1), items.slice(1), Math.max(title.length, maxRow - indent)) };
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

function tooltip(name: string, value: ValueModel): string {
  return `${name}: ${value.long}`;
}
