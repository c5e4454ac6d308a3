import { none } from '../core/none.ts';
import type { AcceptedResult, Field } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { headerSpellings } from '../diagnosis/index.ts';
import type { AnswerFormat } from './answerFormat.ts';

/** How many times a tag is looked at. */
const maxPlaces = 1000;
/** Closes any tag in AgentScope's default pattern. */
const closesAny = '</>';

const reasoningTag = /<(\/?)(think|thinking|thought_process|reasoning|reflection|scratchpad)>/gi;

interface TaggedField {
  readonly field: Field;
  readonly open: string;
  readonly close: string;
}

/** What is odd about parts that stand between tags: others of the same tags, tags in values, values that end too early. */
export function suspectTags(text: string, fields: readonly Field[], { markup }: AnswerFormat): readonly Suspicion[] {
  const tagged = fields.flatMap((field): readonly TaggedField[] => {
    const open = text.slice(field.span.start, field.inner.start).trim();
    if (!isTag(open)) return none;
    const close = text.slice(field.inner.end, field.span.end).trim();
    return isTag(close) ? [{ field, open, close }] : none;
  });
  if (tagged.length === 0) return none;
  const names = namedTags(markup.example);
  const own = new Set(markup.tags.flatMap(({ open, close }) => [open, close]).filter(isTag));
  const spans = tagged.map(({ field }) => field.span).sort((one, other) => one.start - other.start);
  return tagged.flatMap(each => [
    ...leftIn(text, each, own),
    ...unpaired(text, each.field, names),
    ...endedEarly(text, each, tagged, spans),
    ...lostBeside(text, each, spans),
  ]);
}

/** Tags look like `<name>` or `[NAME]`; quotes and backticks are not tags. */
function isTag(text: string): boolean {
  return text.length > 1 && /^[<[(|*#]/.test(text) && /[\p{L}/]/u.test(text);
}

function leftIn(text: string, { field, open, close }: TaggedField, own: ReadonlySet<string>): readonly Suspicion[] {
  if (typeof field.value !== 'string') return [];
  const { start, end } = field.inner;
  for (const tag of new Set([open, close, ...own])) {
    const place = text.indexOf(tag, start);
    if (place >= 0 && place + tag.length <= end)
      return [{ code: 'leftover-markup', detail: field.key, span: { start: place, end: place + tag.length } }];
  }
  return [];
}

/** The names of an example's tags that carry a value, as `<parameter=path>`. */
function namedTags(example: string): readonly string[] {
  return [...new Set([...example.matchAll(/<([\p{L}_][\p{L}\p{N}_.:-]*)=[^<>\n]{1,100}>/gu)].map(([, name]) => name!))];
}

/** A call in whose tags one of a pair is missing or too much: what stands behind it is in another argument, or in none. */
function unpaired(text: string, { key, inner, value }: Field, names: readonly string[]): readonly Suspicion[] {
  const body = text.slice(inner.start, inner.end);
  const isOwn = typeof value === 'string' && body === value;
  const name = names.find(each => body.split(`<${each}=`).length !== body.split(`</${each}>`).length);
  return name === undefined || isOwn ? [] : [{ code: 'leftover-markup', detail: `${key}: ${name}`, span: inner }];
}

/** The closing tag stands once more behind the value, and nothing opens in between: it stood in the value itself. */
function endedEarly(
  text: string,
  { field, open, close }: TaggedField,
  all: readonly TaggedField[],
  spans: readonly Span[],
): readonly Suspicion[] {
  if (close === closesAny || close === open || all.some(other => other.field !== field && other.close === close))
    return [];
  const again = text.indexOf(close, field.span.end);
  if (again < 0 || isWithin(spans, again)) return [];
  const opens = text.indexOf(open, field.span.end);
  if (opens >= 0 && opens < again) return [];
  return [{ code: 'cut-value', detail: field.key, span: { start: field.inner.end, end: again } }];
}

/** Another part between the same tags, with other content. */
function lostBeside(text: string, { field, open, close }: TaggedField, spans: readonly Span[]): readonly Suspicion[] {
  if (open === close) return [];
  const content = text.slice(field.inner.start, field.inner.end).trim();
  let place = text.indexOf(open);
  for (let i = 0; i < maxPlaces && place >= 0; i++) {
    const start = place + open.length;
    if (!isWithin(spans, place)) {
      const end = text.indexOf(close, start);
      if (end < 0) return [];
      const other = text.slice(start, end).trim();
      if (other !== '' && other !== content && !other.includes(open))
        return [{ code: 'answers-lost', detail: `tag ${field.key}`, span: { start, end } }];
    }
    place = text.indexOf(open, start);
  }
  return [];
}

/** Whether a place is inside of one of the spans, which are in the order of the text. */
function isWithin(spans: readonly Span[], place: number): boolean {
  return spans.some(({ start, end }) => start <= place && place < end);
}

/** Headers of sections in another spelling: each became a part of the value before it. */
export function suspectHeaders(
  text: string,
  { fields }: AcceptedResult,
  { markup }: AnswerFormat,
): readonly Suspicion[] {
  return (headerSpellings(text, markup)?.edits ?? none).flatMap(({ start, end }): readonly Suspicion[] => {
    const field = fields.find(({ inner }) => inner.start <= start && end <= inner.end);
    return field ? [{ code: 'field-in-field', detail: field.key, span: { start, end } }] : [];
  });
}

/** Parts that come from a block in which the model thinks. */
export function suspectReasoning(text: string, fields: readonly Field[], format: AnswerFormat): readonly Suspicion[] {
  const regions = reasoningRegions(text);
  if (regions.length === 0) return none;
  const isOwn = format.markup.tags.some(({ open }) => open.toLowerCase().match(reasoningTag));
  if (isOwn) return [];
  return fields
    .filter(({ key, span }) => {
      const isDeclared = format.parts.length === 0 || format.parts.some(part => part.key === key && part.required);
      return isDeclared && regions.some(region => span.start >= region.start && span.end <= region.end);
    })
    .map(({ key, inner }) => ({ code: 'reasoning-taken', detail: key, span: inner }) as const);
}

/** Blocks in which a model thinks; one without its opening tag begins with the text, one that is never closed does not count. */
function reasoningRegions(text: string): readonly Span[] {
  const regions: Span[] = [];
  let open: number | undefined;
  for (const match of text.matchAll(reasoningTag)) {
    const end = match.index + match[0].length;
    if (match[1] === '') open ??= match.index;
    else if (open !== undefined || regions.length === 0) {
      regions.push({ start: open ?? 0, end });
      open = undefined;
    }
  }
  return regions;
}

/** One of the strays that a reading lists, see `DisplayFeatures`. */
interface Stray {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly why?: unknown;
  readonly field?: unknown;
  readonly opens?: unknown;
}

/** What is odd about the regions of an answer: text that is replaced or in none, and delimiters that stayed in one. Linear in what the reading tells. */
export function suspectStrays(
  { extra }: AcceptedResult,
  strays: Readonly<Record<string, 'lost' | 'left-over'>>,
): readonly Suspicion[] {
  return Object.entries(strays).flatMap(([key, kind]) => {
    const listed = extra?.[key];
    return (Array.isArray(listed) ? (listed as readonly Stray[]) : []).flatMap((stray): Suspicion[] => {
      const { start, end, field, opens } = stray;
      if (typeof start !== 'number' || typeof end !== 'number') return [];
      const common = { span: { start, end }, ...(typeof field === 'string' && { detail: field }) };
      if (kind === 'lost') return [{ code: stray.why === 'replaced' ? 'content-replaced' : 'text-outside', ...common }];
      if (typeof opens !== 'string') return [{ code: 'leftover-markup', ...common }];
      return [{ code: 'field-in-field', ...common, detail: `${opens} in ${String(field)}` }];
    });
  });
}

/** What ends an element, and is not a token at which models stop. */
const endTag = /^(?:<\/[^<>|]+>|\[\/[^[\]]+\])$/;
/** A part that its tag opened and nothing ended, so that it goes on to the end of the text: the framework closed it. */
export function suspectOpen(text: string, fields: readonly Field[], { markup }: AnswerFormat): readonly Suspicion[] {
  const end = text.trimEnd().length;
  return fields.flatMap(({ key, span, inner, value }): Suspicion[] => {
    const open = text.slice(span.start, inner.start).trim();
    const isOpen = open !== '' && inner.end === span.end && inner.end >= end && typeof value === 'string';
    const close = isOpen ? markup.tags.find(tag => tag.open === open)?.close : undefined;
    return close !== undefined && endTag.test(close) ? [{ code: 'cut-value', detail: key, span: inner }] : [];
  });
}
