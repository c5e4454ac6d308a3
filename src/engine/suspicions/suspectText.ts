import { strictJsonOf } from '../core/exact.ts';
import { none } from '../core/none.ts';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import type { Field, ParseResult } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import { joined, type Suspicion } from '../core/suspicion.ts';
import { memberSpans } from '../json/jsonSpans.ts';
import { jsonLoads } from '../python/index.ts';
import { type Fence, findFences } from '../text/index.ts';
import type { AnswerFormat } from './answerFormat.ts';
import { isCutShort, suspectEnd, suspectJson, suspectOpen } from './suspectEnd.ts';
import { suspectTags } from './suspectTags.ts';
import { leftFences } from './suspectValues.ts';

type Accepted = Extract<ParseResult, { ok: true }>;

const shells = new Set([
  '',
  'bash',
  'sh',
  'shell',
  'zsh',
  'console',
  'terminal',
  'shell-session',
  'cmd',
  'powershell',
  'text',
  'txt',
  'plaintext',
]);
const reasoningTag = /<(\/?)(think|thinking|thought_process|reasoning|reflection|scratchpad)>/gi;

/**
 * What is odd about where in the response the value came from. `text` is the text that was given, `finish` why the model
 * stopped. Linear in the response.
 */
export function suspectText(
  text: string,
  result: Accepted,
  format: AnswerFormat,
  finish?: string,
): readonly Suspicion[] {
  // Prose takes whatever stands around the answer.
  const { prose } = format;
  const fields = prose.size === 0 ? result.fields : result.fields.filter(({ key }) => !prose.has(key));
  const odd = joined(suspectJson(text, result, format), suspectPlaces(text, result, fields, format));
  const isTold = odd.some(({ code }) => code === 'cut-value');
  return isTold || !isCutShort(finish) ? odd : [...odd, ...suspectEnd(text, result, fields, format)];
}

function suspectPlaces(
  text: string,
  result: Accepted,
  fields: readonly Field[],
  format: AnswerFormat,
): readonly Suspicion[] {
  if (format.strays) return [...suspectRegions(result, format.strays), ...suspectOpen(text, fields, format)];
  const isMarked = text.includes('<') || text.includes('[') || text.includes('`');
  if (!isMarked) return lostKeys(text, result, format);
  let found = suspectReasoning(text, fields, format);
  found = joined(found, suspectTags(text, fields, format));
  found = joined(found, leftFences(text, fields, format));
  found = joined(found, suspectFences(text, result, fields, format));
  return joined(found, lostKeys(text, result, format));
}

function suspectReasoning(text: string, fields: readonly Field[], format: AnswerFormat): readonly Suspicion[] {
  const regions = text.includes('<') ? reasoningRegions(text) : none;
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

function suspectFences(
  text: string,
  result: Accepted,
  fields: readonly Field[],
  format: AnswerFormat,
): readonly Suspicion[] {
  const { fence, json } = format.markup;
  if ((fence === undefined && json === undefined) || !text.includes('```')) return none;
  const { length } = fields;
  const asksShell = format.parts.some(({ isShell }) => isShell);
  if (length !== 1 && !asksShell && !mayHaveTwoBlocks(text)) return none;
  const blocks = findFences(text);
  const used = blocks.find(({ open, inner }) =>
    fields.some(field => field.inner.start >= open.start && field.inner.start <= inner.end),
  );
  const found: Suspicion[] = [];
  if (used) {
    const language = /^[\w+#.-]*/.exec(text.slice(used.language.start, used.language.end).trim().toLowerCase())![0];
    if (format.parts.some(({ isShell }) => isShell) && !shells.has(language))
      found.push({ code: 'other-language', detail: language, span: used.language });
    const [field] = fields;
    const rest = field && { start: field.inner.end, end: used.inner.end };
    // The framework takes the next three backticks for the end; those that end a line are further on.
    const isCut = rest && length === 1 && field.span.start === used.open.start && rest.start < rest.end;
    if (isCut && text.slice(rest.start, rest.end).trim() !== '')
      found.push({ code: 'cut-value', detail: field.key, span: rest });
  }
  found.push(...lostInFences(text, () => stringsIn(result.exact, format.prose), blocks, used, format));
  return found;
}

/** Two blocks have four fences. */
function mayHaveTwoBlocks(text: string): boolean {
  let place = -1;
  for (let i = 0; i < 4; i++) {
    place = text.indexOf('```', place + 1);
    if (place < 0) return false;
  }
  return true;
}

/** The texts of a value, those of prose left out. */
function stringsIn(value: PyValue, prose: ReadonlySet<string>): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isPyList(value)) return value.flatMap(item => stringsIn(item, prose));
  if (isPyDict(value)) return [...value].flatMap(([key, item]) => (prose.has(key) ? [] : stringsIn(item, new Set())));
  return [];
}

/** Other blocks of the format's language that the value does not have: `strings` makes its texts. */
function lostInFences(
  text: string,
  strings: () => readonly string[],
  blocks: readonly Fence[],
  used: Fence | undefined,
  { markup }: AnswerFormat,
): readonly Suspicion[] {
  if (!used || blocks.length < 2) return [];
  const content = (span: Span) => text.slice(span.start, span.end).trim();
  const language = ({ language: { start, end } }: Fence) => text.slice(start, end).trim().toLowerCase();
  const own = content(used.inner);
  const lost = blocks.find(block => {
    if (block === used || language(block) !== language(used)) return false;
    const other = content(block.inner);
    if (other === '' || other === own || strings().some(each => each.includes(other))) return false;
    return markup.json === undefined || isSameJson(own, other);
  });
  return lost ? [{ code: 'answers-lost', detail: 'code block', span: lost.inner }] : [];
}

/** Whether both are JSON of one kind, with a key in common where they are objects: an example of something else is not an answer. */
function isSameJson(one: string, other: string): boolean {
  const [a, b] = [jsonLoads(one), jsonLoads(other)];
  if (!a.ok || !b.ok) return false;
  if (!isPyDict(a.value) || !isPyDict(b.value)) return one[0] === other[0];
  const { value } = b;
  return [...a.value.keys()].some(key => value.has(key));
}

/** Keys that stand twice in the JSON object that is the value: only the last one counts. */
function lostKeys(text: string, result: Accepted, { markup }: AnswerFormat): readonly Suspicion[] {
  const { exact, repairs } = result;
  if (markup.json === undefined || !isPyDict(exact) || exact.size === 0) return [];
  const fence = `\`\`\`${markup.fence ?? 'json'}`;
  const opens = repairs.some(({ span }) => span.end === 0) ? -1 : text.indexOf(fence);
  const body = /\S/g;
  body.lastIndex = opens < 0 ? 0 : opens + fence.length;
  const start = body.exec(text)?.index ?? text.length;
  if (text[start] !== '{' || strictJsonOf(result)?.start === start) return [];
  const seen = new Map<string | number, Span>();
  for (const { key, span } of memberSpans(text, start)) {
    const before = seen.get(key);
    if (before && text.slice(before.start, before.end) !== text.slice(span.start, span.end))
      return [{ code: 'answers-lost', detail: 'key', span: before }];
    seen.set(key, span);
  }
  return [];
}

/** What a reading that tells of strays says of one, see `DisplayFeatures`. */
interface Stray {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly why?: unknown;
  readonly field?: unknown;
  readonly opens?: unknown;
}

/** What is odd about the regions of an answer: text that is replaced or in none, and delimiters that stayed in one. Linear in what the reading tells. */
function suspectRegions(
  { extra }: Accepted,
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
