import { strictJsonOf } from '../core/exact.ts';
import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue } from '../core/pyValue.ts';
import type { AcceptedResult } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { Suspicion, SuspicionCode } from '../core/suspicion.ts';
import { jsonValueEnd, memberSpans } from '../json/jsonSpans.ts';
import { jsonLoads } from '../python/index.ts';
import { diagnose } from '../repair/index.ts';
import type { AnswerFormat } from './answerFormat.ts';

const codes = { cut: 'cut-value', lost: 'text-lost', answers: 'answers-lost' } as const satisfies Record<
  string,
  SuspicionCode
>;

/** Where the JSON begins from which a value was read, as answers of its format are; `undefined`: it was not. Linear. */
export function startOfJson(text: string, { exact, fields }: AcceptedResult): number | undefined {
  if (!(exact === null || isPyDict(exact) || isPyList(exact))) return undefined;
  const start = jsonStart(text, exact);
  // Tools that stand by themselves are a list as well, which the text does not have.
  const isOwn =
    !isPyList(exact) || (fields[0] ? fields[0].span.start > (start ?? 0) : text.trimStart().startsWith('['));
  return isOwn ? start : undefined;
}

/** What of the JSON in an answer the value does not have, where the format reads JSON. Linear. */
export function suspectJson(text: string, result: AcceptedResult, { isMessage }: AnswerFormat): readonly Suspicion[] {
  const start = startOfJson(text, result);
  const loss = start === undefined ? undefined : jsonLoss(text, result.exact, start, strictJsonOf(result));
  return loss && !isMessage(text)
    ? [{ code: codes[loss.kind], ...(loss.kind === 'answers' && { detail: 'JSON' }), span: loss.span }]
    : [];
}

/** Keys that stand twice in the JSON object that is the value: only the last one counts. */
export function suspectKeys(text: string, result: AcceptedResult, { markup }: AnswerFormat): readonly Suspicion[] {
  const { exact, repairs } = result;
  if (!isPyDict(exact) || exact.size === 0) return [];
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

/** What a framework left out of the JSON that it read: the value was cut off and closed, its end came too early, or another answer follows. */
interface JsonLoss {
  readonly kind: 'cut' | 'lost' | 'answers';
  /** What is lost; of a value that was cut off, the text from the place where it is no longer JSON, or its end. */
  readonly span: Span;
}

/** A longer text is not read as a whole to compare it with the value, in UTF-16 units. */
const maxCompared = 100_000;
/** A reading that is less likely says nothing about what was lost. */
const leastSure = 0.5;
/** What is left of JSON that ends in the midst of something that is no string. */
const cutWord = /^(?:\\(?:u[\da-f]{0,3})?|[\w.+-]*)[\s`]*$/i;
/** How another value goes on behind a comma. */
const member = /^,\s{0,1000}["{}[\]\d]/;

/**
 * Where the JSON begins that `value` was read from: at the beginning of a text or behind one of its fences, else at the first
 * bracket, which must be of the value's kind. `undefined`: there is none. Linear.
 */
function jsonStart(text: string, value: PyValue): number | undefined {
  const openings = isPyDict(value) ? '{' : isPyList(value) ? '[' : '{[';
  const isWanted = (at: number) => at >= 0 && at < text.length && openings.includes(text.charAt(at));
  const begin = text.search(/[^\s`\ufeff]/);
  if (isWanted(begin)) return begin;
  const fence = /```(?:json)?\s*(?=[[{])/gi;
  while (fence.test(text)) if (isWanted(fence.lastIndex)) return fence.lastIndex;
  const first = text.search(value === null ? /[[{]/ : isPyDict(value) ? /\{/ : /\[/);
  return first < 0 ? undefined : first;
}

/**
 * What a framework left out of the JSON that begins at `start`, from which it read `value`; `undefined`: nothing, as far as
 * can be told. What a lenient reader repaired is not lost. `strict`: JSON of the text that is known to be whole. Linear; JSON
 * that is whole costs no more than to find its end.
 */
function jsonLoss(text: string, value: PyValue, start: number, strict?: Span): JsonLoss | undefined {
  if (strict?.start === start) return lossBehind(text, value, start, strict.end);
  const end = jsonValueEnd(text, start);
  if (isStrict(text.slice(start, end))) return lossBehind(text, value, start, end);
  const read = jsonLoads(text, { start, strict: false });
  if (read.ok || read.error.kind !== 'JSONDecodeError') return undefined;
  const { message, offset } = read.error;
  // Control characters in strings are let pass, and so is what JSON with them ends with.
  if (message.startsWith('Extra data')) return lossBehind(text, value, start, offset);
  const rest = { start: offset, end: text.trimEnd().length };
  if (offset >= rest.end || message.startsWith('Unterminated string') || cutWord.test(text.slice(offset)))
    return { kind: 'cut', span: rest };
  return isReadOtherwise(text, value, start, offset) ? { kind: 'lost', span: rest } : undefined;
}

function isStrict(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

/** What belongs to JSON behind the end of a value that is whole. */
function lossBehind(text: string, value: PyValue, start: number, end: number): JsonLoss | undefined {
  const gap = /\S/g;
  gap.lastIndex = end;
  if (!gap.test(text)) return undefined;
  const at = gap.lastIndex - 1;
  const sign = text.charAt(at);
  if (!'{[}]:",'.includes(sign)) return undefined;
  const span = { start: at, end: text.trimEnd().length };
  if (sign === '{' || sign === '[')
    return isOtherAnswer(text, value, { start, end }, at) ? { kind: 'answers', span } : undefined;
  const isSameLine = !text.slice(end, at).includes('\n');
  const isJson =
    '}]:'.includes(sign) || (sign === '"' && isSameLine) || (sign === ',' && member.test(text.slice(at, at + 1002)));
  if (!isJson) return undefined;
  const next = sign === ',' ? text.slice(at + 1).search(/\S/) + at + 1 : -1;
  if (next > 0 && text.charAt(next) === text.charAt(start) && isOtherAnswer(text, value, { start, end }, next))
    return { kind: 'answers', span: { start: next, end: span.end } };
  return { kind: 'lost', span };
}

/** Whether another value stands at a place, which the framework's value does not have. */
function isOtherAnswer(text: string, value: PyValue, own: Span, at: number): boolean {
  const end = jsonValueEnd(text, at);
  const other = text.slice(at, end);
  if (other === text.slice(own.start, own.end)) return false;
  try {
    return lacksAny(value, JSON.parse(other));
  } catch {
    // Another one that is cut off.
    return text.charAt(at) === '{' && end >= text.trimEnd().length && /^\{\s{0,100}["']/.test(other);
  }
}

/** Whether JSON that is not strict from `at` on says something there that the value does not have. */
function isReadOtherwise(text: string, value: PyValue, start: number, at: number): boolean {
  if (text.length - start > maxCompared) return false;
  const [best] = diagnose(text.slice(start), { limit: 1 }).candidates;
  const isBehind = (leaf: string) => {
    const found = text.indexOf(leaf, start);
    return found < 0 || found + leaf.length > at;
  };
  if (best && best.confidence >= leastSure) return lacksAny(value, best.value, isBehind);
  const [word] = /[\p{L}\p{N}]+/u.exec(text.slice(at)) ?? [];
  return word !== undefined && lacksAny(value, word);
}

/** Leaves that are looked at. */
const mostLeaves = 5000;

/**
 * Whether a value that was read lacks something that plain data says: one of its texts or numbers, on its own or within a
 * text. `counts`: which of them do. What is put in another type, order or place is there. Linear in both, for leaves that
 * stand on their own.
 */
function lacksAny(value: PyValue, expected: unknown, counts: (leaf: string) => boolean = () => true): boolean {
  const own = new Set<string>();
  collect(value, own);
  let joined: string | undefined;
  let left = mostLeaves;
  const lacks = (part: unknown): boolean => {
    if (left-- <= 0 || part === null || part === undefined || typeof part === 'boolean') return false;
    if (Array.isArray(part)) return part.some(lacks);
    if (typeof part === 'object') return Object.values(part).some(lacks);
    const leaf = String(part).trim();
    if (leaf === '' || own.has(leaf) || !counts(leaf)) return false;
    joined ??= [...own].join('\n');
    return !joined.includes(leaf);
  };
  return lacks(expected);
}

/** The texts and numbers of a value, each as a text. */
function collect(value: PyValue, into: Set<string>): void {
  if (value instanceof PyOpaque) collect(value.json, into);
  else if (value instanceof PyFloat) into.add(String(value.value));
  else if (isPyDict(value)) for (const item of value.values()) collect(item, into);
  else if (isPyList(value)) for (const item of value) collect(item, into);
  else if (value !== null && typeof value !== 'boolean') into.add(String(value).trim());
}
