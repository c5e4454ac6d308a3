import type { Span } from '../../core/span.ts';
import { findFences } from '../fences.ts';
import { jsonCall } from './jsonCall.ts';
import type { CallForm } from './markupCall.ts';
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
    if (call && counts(call, text, match.index, tools)) {
      const end = Math.max(call.end, match.index + match[0].length);
      found.push({ form: call.form, span: { start: match.index, end } });
      if (found.length >= maxFound) break;
      behind = end;
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
    const { name, hasArguments, size, end = text.length } = call;
    const isShort =
      size <= 3 && (call.end === undefined || !/^[\s\S]{0,200}"(?!name|type|id)\w+"\s*:/.test(text.slice(start, end)));
    return hasArguments || isShort ? { form: 'JSON', name, isMarkup: false, hasArguments, end } : undefined;
  }
  return markupCall(text, start, sign);
}

function counts(call: CallForm, text: string, start: number, tools: ReadonlySet<string>): boolean {
  const { name, isMarkup, hasArguments } = call;
  const isKnown = name !== undefined && isOneOf(tools, name, call.end >= text.length);
  const isCalled = tools.size > 0 ? isKnown : hasArguments;
  return (isMarkup || isCalled) && !isShown(text, start, call, isCalled);
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
  /\b(?:examples?|e\.g\.|for instance|such as|looks? like|format|syntax|schema|would (?:be|look|call|send|write)|(?:you|one|we|they|clients?|models?) (?:can|could|should|would|may|must|writes?|emits?|sends?|returns?)|how (?:to|tool|function|it|the)|means|explain|declares?|defines?|manifest|docs|documentation|tutorial|in general|called like|to call (?:a|the|this|it|tools?|functions?)|to answer with|(?:print|write|emit|output|return|respond with|reply with) (?:exactly|only|just|this|the following)|(?:client|server|parser|harness) (?:parses|runs|executes)|(?:server|api|runtime|parser) (?:takes|expects|reads|returns|replies|answers|receives)|request body|payload|instead of|template|is (?:written|sent|encoded|represented))\b/i;

/** Whether what has the form of a call at a place is shown or explained, and not made: in code, or in a sentence. Linear in the text, once for each text. */
function isShown(text: string, start: number, { end, isMarkup }: CallForm, isCalled: boolean): boolean {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(Math.max(lineStart, start - around), start);
  const fence = fenceAt(text, start);
  if (fence) {
    if (!isCalled || !fence.isFirst || /[^\s[<>\w|｜/:▁]/.test(text.slice(fence.inner, start))) return true;
    return (
      explains.test(text.slice(Math.max(0, fence.start - around), fence.start)) ||
      explains.test(text.slice(fence.end, fence.end + around))
    );
  }
  if (before.split('`').length % 2 === 0) return true;
  const isTagged = /<(?:pre|code)\b[^<>]{0,60}>\s*$/i.test(before);
  if (isTagged) return true;
  const feed = text.indexOf('\n', end);
  const after = text.slice(end, Math.min(feed < 0 ? text.length : feed, end + around));
  const isInline = before.trim() !== '' && !/[>\]|,;[]\s*$/.test(before);
  // A call ends its line: words that follow make it a part of a sentence.
  const isSentence = isInline && /^[^\n]*\p{L}/u.test(after.replace(/<[^<>]*>|\[[A-Z_/]+\]|\{[^\n]*\}/g, ''));
  if (isMarkup)
    return (
      isInline &&
      explains.test(before) &&
      (isSentence || before.length > 0) &&
      /\p{L}/u.test(after.replace(/<[^<>]*>|\[[A-Z_/]+\]/g, '').slice(-40))
    );
  return isSentence || explains.test(before) || explains.test(paragraphBefore(text, lineStart));
}

/** The lines in front of a line, up to an empty one. */
function paragraphBefore(text: string, lineStart: number): string {
  const before = text.slice(Math.max(0, lineStart - around), lineStart).trimEnd();
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
