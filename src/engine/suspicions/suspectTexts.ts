import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import type { AcceptedResult, Field } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { callsInText, type TextCall } from '../text/index.ts';
import type { AnswerFormat } from './answerFormat.ts';

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
  const span = placeOf(call, value, text, fields.find(field => field.key === key) ?? fields[0]);
  return [{ code: 'call-in-text', detail: key === '' ? call.form : `${key}: ${call.form}`, ...(span && { span }) }];
}

/** Where the call stands in the response; the field that holds it, where its text is written otherwise there. */
function placeOf({ span }: TextCall, value: string, text: string, field: Field | undefined): Span | undefined {
  const from = field?.inner.start ?? 0;
  const start = text.indexOf(value, from);
  if (start >= 0) return { start: start + span.start, end: start + span.end };
  const words = value.slice(span.start, span.end);
  const at = text.indexOf(words, from);
  return at >= 0 ? { start: at, end: at + words.length } : field?.inner;
}
