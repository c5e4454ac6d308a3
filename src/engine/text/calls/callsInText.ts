import type { Span } from '../../core/span.ts';
import { findFences } from '../fences.ts';
import type { CallForm } from './callForm.ts';
import { jsonCall } from './jsonCall.ts';
import { markupCall } from './markupCall.ts';

/** Something in a text that has the form of a call. */
export interface TextCall {
  /** What shows the form, for messages: a delimiter, `JSON`, `Python`. */
  readonly form: string;
  readonly span: Span;
}

/** How many are told of a text, and how many places are looked at. */
const maxFound = 10;
const maxPlaces = 20_000;
const place =
  /<[^<>\n]{1,120}(?:>|$)|\[[A-Z][A-Z_]{2,30}\]|\[(?=[A-Za-z_][\w.]{0,63}\()|\{|\bto=[\w.-]{1,64}|\bfunctions\.[\w.-]{1,64}:\d{1,4}|\bcall:[\w.-]{1,64}\{|\bfunctools\[|@@?call [\w.-]{1,64}|>>>[A-Za-z_][\w.]{0,63}(?=\n)|```tool_(?:code|call)s?\n|^[ \t]{0,8}[A-Za-z_][\w.]{0,63}(?=\(|\n {0,8}\{)/gm;

/**
 * What of a text has the form of a call: JSON with a name and arguments, elements of functions, the tokens of open models,
 * `name[ARGS]`, channel headers, calls of Python. Its delimiters tell, or its name is one of `tools`; where those are not
 * known (none), name and arguments do. Not what a code block or a sentence explains. Linear.
 */
export function callsInText(text: string, tools: ReadonlySet<string>): readonly TextCall[] {
  if (!/[<[{(]|to=|@call |>>>|```tool/.test(text)) return [];
  const found: TextCall[] = [];
  let places = 0;
  let behind = 0;
  let canSkip = true;
  place.lastIndex = 0;
  for (const match of text.matchAll(place)) {
    if (match.index < behind || ++places > maxPlaces) continue;
    const call = formAt(text, match.index, match[0]);
    const isCalled = call !== undefined && isCall(call, tools, call.end >= text.length);
    if (call && (isCalled || (call.isMarkup && !isPlaceholder.test(call.name ?? '')))) {
      behind = Math.max(call.end, match.index + match[0].length);
      if (isShown(text, match.index, call, isCalled)) continue;
      found.push({ form: call.form, span: { start: match.index, end: behind } });
      if (found.length >= maxFound) break;
    } else if (match[0] === '{' && canSkip) {
      // What stands within JSON of something else is data.
      const end = behindObject(text, match.index);
      if (end === undefined) canSkip = false;
      else behind = end;
    }
  }
  return found;
}

function formAt(text: string, start: number, sign: string): CallForm | undefined {
  if (sign === '{') {
    const call = jsonCall(text, start);
    if (!call?.name || call.isSchema) return undefined;
    const { name, hasArguments, isData, size, end = text.length } = call;
    const isShort =
      size <= 3 && (call.end === undefined || !/^[\s\S]{0,200}"(?!name|type|id)\w+"\s*:/.test(text.slice(start, end)));
    return hasArguments || isShort ? { form: 'JSON', name, isMarkup: false, hasArguments, isData, end } : undefined;
  }
  return markupCall(text, start, sign);
}

/** What stands in a form that is explained where a name is to be put in. */
const isPlaceholder = /^(?:[A-Z][A-Z_]{3,}|name|(?:(?:my|your|example|func|function|tool)[_-]?)+(?:name|function))$/;

/** Whether its name tells: a tool's, or, where nobody knows the tools, one with arguments. */
function isCall({ name, hasArguments, isData }: CallForm, tools: ReadonlySet<string>, isCut: boolean): boolean {
  if (tools.size === 0) return hasArguments && isData !== true && !isPlaceholder.test(name ?? '');
  return name !== undefined && isOneOf(tools, name, isCut);
}

/** Whether a name is a tool's, with the prefix that some models write, or its beginning where the text ends. */
function isOneOf(tools: ReadonlySet<string>, name: string, isCut: boolean): boolean {
  const own = name.replace(/^functions\./, '');
  return tools.has(own) || (isCut && own.length >= 3 && [...tools].some(tool => tool.startsWith(own)));
}

/** Behind the object that begins there, if it is JSON that ends. */
function behindObject(text: string, start: number): number | undefined {
  if (!/^\{\s{0,100}(?:"|$)/.test(text.slice(start, start + 102))) return start + 1;
  let depth = 0;
  const sign = /"(?:[^"\\]|\\.)*"?|[{}]/gs;
  sign.lastIndex = start;
  for (let match = sign.exec(text); match; match = sign.exec(text)) {
    if (match[0] === '{') depth++;
    else if (match[0] === '}' && --depth === 0) return sign.lastIndex;
  }
  return undefined;
}

/** How much of what stands around a call is looked at for words that explain. */
const around = 300;
const explains =
  /\b(?:examples?|e\.g\.|for instance|such as|looks? like|format|syntax|schema|use the following|expected|actual|would (?:be|look|call|send|write)|(?:you|one|we|they) (?:can|could|should|would|may|must|run|writes?|emits?|sends?|returns?)|your (?:client|model|parser|prompt|server)|models?|LLMs?|clients?|parsers?|harness|how (?:to|tool|function|it|the)|means|explain|declares?|defines?|manifest|docs|documentation|tutorial|in general|called like|to call (?:a|the|this|it|tools?|functions?)|to answer with|(?:print|write|emit|output|return|respond|reply|answer) (?:with |exactly |only )?(?:exactly|only|just|this|in this)|(?:server|api|runtime) (?:takes|expects|reads|returns|replies|answers|receives|parses|runs|executes)|request body|payload|instead of|template|is (?:written|sent|encoded|represented)|(?:valid|correct|good|wrong|broken) (?:tool |function )?calls?|invalid|malformed|beispiel|modell|exemple|modèle|ejemplo|modelo)\b|例|模型|モデル/i;
/** Whoever says what he is about to do explains nothing. */
const announces =
  /\b(?:I|[Ll]et me|[Ll]et[’']s|[Ww]e (?:will|need)|[Ww]e[’']ll)\b|(?:^|[.!?>]\s)[A-Z][a-z]{1,20}ing\b|\b(?:Ich|Je|Yo)\b|我/;
/** What goes on within a sentence, or an expression of code. */
const isWithin = /(?:[\p{L}\p{N},–—]|\be\.g\.|\bi\.e\.)\s*$/u;
const isInCode = /(?:[=("'`]|=\[|->|["']\s*:|\breturn\s)\s*$/;
const isLogged =
  /^\s*\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d|[A-Z][a-z]{2} \d\d? \d\d:|(?:DEBUG|INFO|WARN(?:ING)?|ERROR|TRACE)\b)/;
/** What goes on with a sentence that the call began. */
const goesOn = /^[,;]?\s{0,4}\p{Ll}/u;
const marks = /<[^<>]*>|\[[A-Z_/]+\]|\{[^\n]*\}/g;

/** Whether what has the form of a call at a place is shown or explained, and not made: in code, or in a sentence. Linear in the text, once for each text. */
function isShown(text: string, start: number, call: CallForm, isCalled: boolean): boolean {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(Math.max(lineStart, start - around), start);
  const fence = fenceAt(text, start);
  if (fence) {
    if (!isCalled || !fence.isFirst || /[^\s[<>\w|｜/:▁]/.test(text.slice(fence.inner, start))) return true;
    return isExplained(
      text.slice(Math.max(0, fence.start - around), fence.start),
      text.slice(fence.end, fence.end + around),
    );
  }
  // Inline code, a quotation, a text of code, a log, HTML that shows code.
  if (before.split('`').length % 2 === 0 || /^\s*>\s/.test(before) || isInCode.test(before)) return true;
  if (lineStart >= start - around && isLogged.test(before)) return true;
  if (/<(?:pre|code)\b[^<>]{0,60}>\s*$/i.test(before)) return true;
  const feed = text.indexOf('\n', call.end);
  const after = text
    .slice(call.end, Math.min(feed < 0 ? text.length : feed, call.end + around))
    .replace(marks, '')
    .split('{', 1)[0]!;
  // Words of their own stand around these.
  const isInline = call.form !== 'to=' && call.form !== '[ARGS]' && isWithin.test(before);
  if (isInline && (/\p{L}|^\s*[.,;)]/u.test(after) || call.name === undefined)) return true;
  const sentence = isInline ? before : paragraphBefore(text, start);
  if (call.isMarkup)
    return (isInline || /[^.!?…]$/.test(sentence.trimEnd())) && isExplained(lastSentence(sentence), '');
  return (isInline && !announces.test(before)) || goesOn.test(after) || isExplained(sentence, '');
}

function isExplained(before: string, after: string): boolean {
  return (
    !announces.test(before.trimStart()) && !announces.test(after) && (explains.test(before) || explains.test(after))
  );
}

function lastSentence(text: string): string {
  return text.slice(Math.max(...['.', '!', '?'].map(sign => text.lastIndexOf(sign))) + 1);
}

/** What stands before a place and the tags in front of it, up to an empty line. */
function paragraphBefore(text: string, start: number): string {
  let before = text.slice(Math.max(0, start - around), start).trimEnd();
  while (before.endsWith('>') && before.includes('<')) before = before.slice(0, before.lastIndexOf('<')).trimEnd();
  return before.slice(before.lastIndexOf('\n\n') + 1);
}

interface PlacedFence {
  readonly start: number;
  readonly inner: number;
  readonly end: number;
  /** Whether no other stands before it. */
  readonly isFirst: boolean;
}

/** The code block around a place: one that does not end goes on to the end of the text. */
function fenceAt(text: string, at: number): PlacedFence | undefined {
  if (!text.includes('```')) return undefined;
  const fences = findFences(text);
  const found = fences.findIndex(({ open, close }) => open.start < at && at < close.end);
  if (found >= 0) {
    const { open, inner, close } = fences[found]!;
    return { start: open.start, inner: inner.start, end: close.end, isFirst: found === 0 };
  }
  const last = fences.at(-1)?.close.end ?? 0;
  const open = /^[ \t]*```[^\n`]*\n/m.exec(text.slice(last, at));
  if (!open) return undefined;
  const start = last + open.index;
  return { start, inner: start + open[0].length, end: text.length, isFirst: fences.length === 0 };
}
