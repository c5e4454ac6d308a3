import { type CodeText, compareCodePoints, type RegexMatch } from '../../python/index.ts';
import { type Anchor, type AnchorSearch, searchFor } from './anchor.ts';
import type { ResponseTemplate, TemplateField } from './responseTemplate.ts';

/** What opens or closes a region, watched while a text grows. */
export interface Watched {
  readonly kind: 'open' | 'close';
  readonly field: TemplateField;
  readonly anchor: Anchor;
  readonly search: AnchorSearch;
}

/** A delimiter that was found. */
export interface Delimiter extends Watched {
  readonly match: RegexMatch;
}

/** Something to watch, in a reader of its own. */
export function watch(kind: 'open' | 'close', field: TemplateField, anchor: Anchor): Watched {
  return { kind, field, anchor, search: searchFor(anchor) };
}

/** What is watched outside of explicit regions: every open, and the implicit field's close. */
export function watchesOf({ fields, implicit }: ResponseTemplate): readonly Watched[] {
  const watches: Watched[] = [];
  for (const field of fields.values()) if (field.open) watches.push(watch('open', field, field.open));
  const sink = implicit === undefined ? undefined : fields.get(implicit);
  if (sink?.close) watches.push(watch('close', sink, sink.close));
  return watches;
}

/** The delimiter that can be acted on, if any, and the first place where one may yet come: text from there on is held back. */
export function nextDelimiter(
  text: CodeText,
  from: number,
  watches: readonly Watched[],
  isEnd: boolean,
): { readonly best: Delimiter | undefined; readonly hold: number } {
  let hold = text.length;
  let best: Delimiter | undefined;
  for (const watched of watches) {
    const match = watched.search.search(text, from, !isEnd);
    if (!match) continue;
    if (!isEnd && (match.partial || canGrow(watched.anchor, match, text.length))) {
      if (match.start < hold) hold = match.start;
      continue;
    }
    const found = { ...watched, match };
    if (!best || isBefore(found, best)) best = found;
  }
  const isFirst = best !== undefined && (isEnd || best.match.start < hold);
  return { best: isFirst ? best : undefined, hold };
}

/** Whether a complete match could be another one if more text came. */
function canGrow(anchor: Anchor, { end }: RegexMatch, length: number): boolean {
  return end === length && (!anchor.literals || anchor.matcher.canExtend);
}

/** The order in which candidates win: the first, the longest, an open, the name. */
function isBefore(one: Delimiter, other: Delimiter): boolean {
  const [a, b] = [one.match, other.match];
  if (a.start !== b.start) return a.start < b.start;
  if (a.end !== b.end) return a.end > b.end;
  if (one.kind !== other.kind) return one.kind === 'open';
  return compareCodePoints(one.field.name, other.field.name) < 0;
}
