import { isPyDict, isPyList, PyFloat, type PyValue, valueKind } from '../core/pyValue.ts';
import type { AcceptedResult, Field } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { diagnose } from '../repair/index.ts';
import { callsInText, type TextCall } from '../text/index.ts';
import { type AnswerFormat, type FormatPart, hasNoMembers } from './answerFormat.ts';
import type { HintMeaning } from './readHint.ts';
import { fencedBody } from './suspectFences.ts';

/** What follows a bracket that begins a list, and not a remark. */
const beginsList = /^\[\s*(?:["'{[\]\-\d“‘]|(?:true|false|null|none|nan)\b)/i;
/** `[1] Smith, 2020`: the number of a source. */
const isReference = /^\[\d+\][^\S\n]*[\p{L}\p{Pi}"'(*_]/u;
/** A longer text is not looked at for the cause that keeps it from being JSON, in UTF-16 units. */
const maxDiagnosed = 20_000;
/** A longer value is not an attempt to choose one of the hint's words. */
const maxChoice = 60;

/** What is odd about the values themselves. Linear in the values. */
export function suspectValues(result: AcceptedResult, format: AnswerFormat): readonly Suspicion[] {
  const found: Suspicion[] = [];
  const value = result.exact;
  const parts = isPyDict(value) ? value : new Map([[soleKey(format), value]]);
  if (format.triesJson) {
    for (const [key, item] of parts)
      if (typeof item === 'string' && isAlmostJson(item))
        found.push({ code: 'json-kept-as-text', detail: causeOf(item), ...placeOf(result, key) });
      else if (typeof item === 'string' && isAlmostJson(fencedBody(item) ?? ''))
        found.push({ code: 'json-kept-as-text', detail: 'code-block', ...placeOf(result, key) });
  }
  for (const part of format.parts) {
    const item = parts.get(part.key);
    if (item === undefined) continue;
    const suspicion = suspectPart(part, item, format);
    if (suspicion && !found.some(({ span }) => span && samePlace(span, placeOf(result, part.key).span)))
      found.push({ ...suspicion, ...placeOf(result, part.key) });
  }
  return found;
}

/** The key of a value that is not a dictionary. */
function soleKey({ parts }: AnswerFormat): string {
  return parts[0]?.key ?? 'value';
}

function suspectPart(part: FormatPart, item: PyValue, { prose }: AnswerFormat): Suspicion | undefined {
  const { key, isJson, required, hint, sampleKind } = part;
  const kind = valueKind(item);
  if (required && isNothing(part, item)) return { code: 'empty-part', detail: key };
  if (kind === 'null' || prose.has(key)) return undefined;
  if (typeof item === 'string' && hint && isEcho(item, hint)) return { code: 'instruction-echo', detail: key };
  const expectedKind = (isJson ? hint?.kind : undefined) ?? sampleKind;
  if (expectedKind !== undefined && expectedKind !== kind)
    return { code: 'value-type', detail: `${key}: ${expectedKind} wanted, ${kind} given` };
  if (hint?.range && kind === 'number') {
    const number = item instanceof PyFloat ? item.value : Number(item);
    if (number < hint.range[0] || number > hint.range[1]) return { code: 'outside-hint', detail: key };
  }
  if (hint?.choices && typeof item === 'string' && item.length <= maxChoice) {
    const words = item.trim().replace(/\.$/, '').toLowerCase();
    if (words !== '' && !hint.choices.has(words)) return { code: 'outside-hint', detail: key };
  }
  return undefined;
}

/** Of a long text no hash is made: one that is an echo has the length of one. */
function isEcho(item: string, { echoes }: HintMeaning): boolean {
  if (echoes.size === 0) return false;
  const words = item.trim();
  for (const echo of echoes) if (echo === words) return true;
  return false;
}

/** Blanks, no value, or no members, unless the part may have none. */
function isNothing({ mayBeNothing, hint, sampleKind }: FormatPart, item: PyValue): boolean {
  if (typeof item === 'string') return item.trim() === '';
  if (item === null) return !mayBeNothing.null;
  const kind = valueKind(item);
  return hasNoMembers(item) && !mayBeNothing.members && kind !== hint?.kind && kind !== sampleKind;
}

function isAlmostJson(text: string): boolean {
  const trimmed = text.trimStart();
  return trimmed.startsWith('{') || (beginsList.test(trimmed) && !isReference.test(trimmed));
}

/** Why the text is not JSON, for clusters. */
function causeOf(text: string): string {
  if (text.length > maxDiagnosed) return 'long';
  const [best] = diagnose(text, { limit: 1 }).candidates;
  if (!best) return 'unreadable';
  return best.lossy ? 'cut-off' : (best.causes[0] ?? 'unreadable');
}

function placeOf(result: AcceptedResult, key: string): { readonly span?: Span } {
  const field =
    result.fields.find(each => each.key === key) ?? (result.fields.length === 1 ? result.fields[0] : undefined);
  return field ? { span: field.inner } : {};
}

function samePlace(one: Span, other: Span | undefined): boolean {
  return one.start === other?.start && one.end === other.end;
}

/** How deep in a value texts are looked at, and how many. */
const maxDepth = 5;
const maxTexts = 200;
/** Parts that are run or handed on as they are: a call in them is one only where it is all of them. */
const isRun = /^(?:action|command|code|input|tool_?input|query)$/i;
/** What a call, a message or a step of an agent has beside the text: the reading made it a call, or has it elsewhere. */
const isCall = /^(?:tool_?calls?|calls?|function(?:_call)?|arguments|args|parameters|tool|log|messageLog)$/i;

/** Texts of a value that hold what has the form of a call, though the definition does not ask for that form there. Linear in the value. */
export function suspectTexts(
  text: string,
  { exact, fields }: AcceptedResult,
  format: AnswerFormat,
): readonly Suspicion[] {
  const found: Suspicion[] = [];
  let texts = 0;
  const visit = (value: PyValue, key: string, depth: number): void => {
    if (depth > maxDepth || texts > maxTexts) return;
    if (typeof value === 'string') {
      texts++;
      found.push(...inText(value, key, text, fields, format));
    } else if (isPyList(value)) for (const item of value) visit(item, key, depth + 1);
    else if (isPyDict(value)) for (const [name, item] of value) if (!isCall.test(name)) visit(item, name, depth + 1);
  };
  visit(exact, '', 0);
  return found;
}

function inText(
  value: string,
  key: string,
  text: string,
  fields: readonly Field[],
  { callForms, toolNames, parts }: AnswerFormat,
): readonly Suspicion[] {
  const calls = callsInText(value, toolNames).filter(({ form }) => !callForms.asks(form));
  const mayBeCode = isRun.test(key) || parts.some(part => part.key === key && (part.isShell || part.isCommand));
  const call = calls.find(({ span }) => !mayBeCode || value.slice(0, span.start).trim() === '');
  if (!call) return [];
  const span = placeOfCall(call, value, text, fields.find(field => field.key === key) ?? fields[0]);
  return [{ code: 'call-in-text', detail: key === '' ? call.form : `${key}: ${call.form}`, ...(span && { span }) }];
}

/** Where the call stands in the response; the field that holds it, where its text is written otherwise there. */
function placeOfCall({ span }: TextCall, value: string, text: string, field: Field | undefined): Span | undefined {
  const from = field?.inner.start ?? 0;
  const start = text.indexOf(value, from);
  if (start >= 0) return { start: start + span.start, end: start + span.end };
  const words = value.slice(span.start, span.end);
  const at = text.indexOf(words, from);
  return at >= 0 ? { start: at, end: at + words.length } : field?.inner;
}
