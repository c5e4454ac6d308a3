import { jsonCall } from './jsonCall.ts';

/** A possible call and its place; whether it counts is decided later. */
export interface CallForm {
  readonly form: string;
  /** As far as it stands there. */
  readonly name: string | undefined;
  /** Whether its delimiters tell, whatever the name. */
  readonly isMarkup: boolean;
  /** Whether it is a call if nobody knows the tools. */
  readonly hasArguments: boolean;
  /** Whether it has what calls do not have, so that only the name of a tool tells. */
  readonly isData?: boolean;
  readonly end: number;
}

/** Delimiters that open calls and nothing else, by their letters. */
const opensCalls = /toolcall|tooluse|toolcode|functioncall|callfunction|toolrequest|pythontag|invoke|functools/;
/** Those that stand around other things as well. */
const mayOpenCalls = /tool|func|action|plugin|call|api/;
const closes = /^[<[][|｜]?\/|end|result|response|output|declaration|available|\/>$/i;
/** `<function=NAME>`, `<invoke name="NAME">`, with the prefix of a namespace. */
const named =
  /^<(?:[^<>\s]{0,20}[:｜|])?(function|invoke|tool|tool_call|call|action|parameter)(=|\s+(?:name|tool|function)\s*=\s*)["']?([A-Za-z_][\w.:-]{0,79})/;
/** What follows the name of a function, and the value of a parameter. */
const followsName = /^(?:\s*$|\s*[<{[]|\s*```|[^\S\n]*\n)/;
const followsParameter = /^[^<\n]{0,400}(?:<\/|\n|$)/;
/** Elements of any XML have names: those of calls have nothing else, and hold arguments that have names or types of their text. */
const isOnlyNamed = /^<[^\s<>]{1,40}\s{1,9}\w{1,20}\s{0,3}=\s{0,3}["']?[\w.:-]{0,80}["']?\s{0,3}>?$/;
const holdsArguments =
  /^\s*(?:$|[{[]|```|<[^<>\s]{0,20}param(?:eter)?\s[^<>]{0,100}$|<[^<>\s]{0,20}param(?:eter)?\s+name="[^"<>]{0,80}"(?:\s+string="\w{1,5}")?>)/;
const holdsLittle = /^\s*(?:<\/|<\w{1,60}>)/;
/** What may stand between the delimiter of a call and its name or its arguments. */
const between = /(?:\s|[<[][|｜/]?[^<>\s[\]]{1,60}[>\]])*/y;
const callee =
  /(?:to=)?((?:functions\.)?[A-Za-z_][\w.-]{0,63}?)(?::\d{1,4})?(?=\s*$|(?:\s*\n)?[<[]|\s*\{|\(|\s*```(?:json)?\s*[{[]|\n\s*[{\w]+[\s:=])/y;
const cutName = /^[[{(]?[A-Za-z_][\w.:-]{0,80}$/;
/** A name that the reader is to put in: the form is explained. */
const placeholder = /^\[?\s{0,20}\{(?:[{%]|\s{0,20}\\?"name\\?"\s{0,5}:\s{0,5}"?(?:[<{$%]|\.\.\.|…))/;
const arguments_ = /[[{]\s*(?:["'[{}]|\w[\w.]*\s*[:=(]|$)/y;
/** The call that a delimiter, a header or a name at `start` begins; `sign`: what was found there. Reads a bounded part. */
export function markupCall(text: string, start: number, sign: string): CallForm | undefined {
  const end = start + sign.length;
  if (sign.startsWith('<') || (sign.startsWith('[') && sign.endsWith(']'))) return delimited(text, start, sign);
  if (sign.startsWith('to=')) return header(text, sign, end);
  if (/^(?:functions\.|functools)/.test(sign) || sign.startsWith('call:')) return token(text, sign, end);
  return pythonCall(text, start, sign);
}

function delimited(text: string, start: number, sign: string): CallForm | undefined {
  if (closes.test(sign)) return undefined;
  const end = start + sign.length;
  const form = /^[<[][^\s=>\]]*/.exec(sign)![0];
  const [, element, sets, name] = named.exec(sign) ?? [];
  if (name !== undefined && !sign.includes('DSML｜parameter')) {
    const next = text.slice(end, end + 600);
    const isParameter = element === 'parameter';
    const holds = holdsArguments.test(next) || (/^(?:invoke|function)$/.test(element!) && holdsLittle.test(next));
    const isMade = sets === '=' || (!isParameter && isOnlyNamed.test(sign) && holds);
    return isMade && (isParameter ? followsParameter : followsName).test(next)
      ? { form, name, isMarkup: true, hasArguments: true, end }
      : undefined;
  }
  if (sign === '[ARGS]') return behindName(text, start, end);
  const letters = form.replace(/[^A-Za-z]/g, '').toLowerCase();
  const isStrong = opensCalls.test(letters);
  if (!isStrong && !mayOpenCalls.test(letters)) return undefined;
  between.lastIndex = end;
  const at = end + (between.exec(text)?.[0].length ?? 0);
  if (at >= text.length && isStrong) return { form, name: undefined, isMarkup: true, hasArguments: false, end: at };
  // Cut off within its name, or what stands before that.
  if (isStrong && cutName.test(text.slice(end, end + 100)))
    return { form, name: undefined, isMarkup: true, hasArguments: false, end: text.length };
  if (placeholder.test(text.slice(at, at + 100))) return undefined;
  const inner = jsonCall(text, text[at] === '[' ? text.indexOf('{', at) : at);
  if (inner?.name && !inner.isSchema)
    return {
      form,
      name: inner.name,
      isMarkup: isStrong || inner.hasArguments,
      hasArguments: true,
      end: inner.end ?? text.length,
    };
  if (!isStrong) return undefined;
  // Words about the opening and its closing.
  if (/^(?:[`'"]?[ \t]+(?:and|or|to|until|und|oder|bis|et|y)[ \t]+[`'"]?)?[<[][|｜]?\//.test(text.slice(end, end + 30)))
    return undefined;
  const called = nameAt(text, at);
  // A word behind a blank that ends the text is prose.
  const isProse = called !== undefined && text[end] === ' ' && at + called.length >= text.trimEnd().length;
  if (called !== undefined && !isProse)
    return { form, name: called, isMarkup: true, hasArguments: true, end: at + called.length };
  arguments_.lastIndex = at;
  return /^[{[]/.test(text.slice(at, at + 1)) && arguments_.test(text)
    ? { form, name: undefined, isMarkup: true, hasArguments: true, end: at + 1 }
    : undefined;
}

/** `name[ARGS]{…}`. */
function behindName(text: string, start: number, end: number): CallForm | undefined {
  const name = /[\w.-]{1,64}$/.exec(text.slice(Math.max(0, start - 64), start))?.[0];
  const isCall = name !== undefined && /^\s*(?:$|\{)/.test(text.slice(end, end + 60));
  return isCall ? { form: '[ARGS]', name, isMarkup: true, hasArguments: true, end } : undefined;
}

function nameAt(text: string, at: number): string | undefined {
  callee.lastIndex = at;
  return callee.exec(text)?.[1];
}

/** `to=functions.NAME`, where a message of a channel begins, or its arguments. */
function header(text: string, sign: string, end: number): CallForm | undefined {
  const next = text.slice(end, end + 80);
  const isHeader = /^(?:$|<\||\{|(?:code|json|commentary)\b|(?:code|json)\{)/.test(next.trimStart());
  return isHeader ? { form: 'to=', name: sign.slice(3), isMarkup: true, hasArguments: true, end } : undefined;
}

function token(text: string, sign: string, end: number): CallForm | undefined {
  const name = sign.replace(/^(?:functions\.|call:)|(?::\d+|\{)$/g, '');
  const form = /^(?:functions\.|functools|call:)/.exec(sign)![0];
  const next = text.slice(end, end + 60);
  const isCall = form === 'call:' ? /^(?:\w+:|\}|\w*$)/.test(next) : /^\s*(?:$|[{<]|\[|"\s*name")/.test(next);
  return isCall ? { form, name, isMarkup: true, hasArguments: true, end } : undefined;
}

/** How far a call is read, in UTF-16 units. */
const farthest = 2000;
/** A call of Python, with `[` in front in a list, or behind a mark of its own. */
const python =
  /(\[\s*|@@?(?:call +)?|>>>)?([A-Za-z_][\w.]{0,63})(?:\(\s*(?:[A-Za-z_]\w{0,63}\s*=|\)|\{|$)|\s*\n *\{\s*["'}]|(?=\s|$))/y;
const name = /\s*[A-Za-z_][\w.]{0,63}(?=\()/y;
/** What may stand before a list of calls in its line. */
const beforeList = /(?:^|(?:[.!?…>。]|\w:)\s{0,20})$/;
const isCode = /[()={}]|:\s*$|\bimport\b/;

/** `[name(key=…)]`, or a name of its own line with arguments: only a tool's name tells the second from code. Reads a bounded part. */
function pythonCall(text: string, start: number, sign: string): CallForm | undefined {
  const called = { isMarkup: true, hasArguments: true };
  if (sign.startsWith('```')) return { ...called, form: sign.trim(), name: undefined, end: start + sign.length };
  const at = start + sign.length - sign.trimStart().length;
  python.lastIndex = at;
  const [whole = '', mark, own] = python.exec(text) ?? [];
  if (own === undefined) return undefined;
  if (mark?.startsWith('[')) {
    const line = text.slice(Math.max(start - farthest, text.lastIndexOf('\n', start - 1) + 1), start);
    const end = beforeList.test(line) ? behindList(text, start) : undefined;
    return end === undefined ? undefined : { ...called, form: 'Python', name: own, isMarkup: false, end };
  }
  const isMarkup = mark !== undefined && /call |>>>/.test(mark);
  if (!isMarkup && /[\w.]$/.test(whole)) return undefined;
  const end = whole.includes('(') ? behindCall(text, at) : at + whole.length;
  if (mark === undefined && isInProgram(text, start, end)) return undefined;
  return { form: 'Python', name: own, isMarkup, hasArguments: false, end };
}

/** Whether the line of a call is indented, or stands between other lines than calls, markup and words. */
function isInProgram(text: string, start: number, end: number): boolean {
  const rest = /^[^\n]*(?:\n[^\n]+)?/.exec(text.slice(end, end + 500))![0];
  const line = text.slice(Math.max(start - farthest, text.lastIndexOf('\n', start - 2) + 1), start);
  return /\s/.test(text[start]!) || !/^\s*(?:$|[<[{;,]|[A-Za-z_][\w.]*\()/.test(rest) || isCode.test(line);
}

/** Behind a list that holds nothing but calls, or the end of the text within one. */
function behindList(text: string, start: number): number | undefined {
  for (let at = start + 1; ; at++) {
    name.lastIndex = at;
    const [callee] = name.exec(text) ?? [];
    if (callee === undefined) return undefined;
    at = behindCall(text, at);
    at += /^\s*/.exec(text.slice(at, at + 100))![0].length;
    if (at >= text.length) return at;
    if (text[at] === ']') return text[at + 1] === '(' ? undefined : at + 1;
    if (text[at] !== ',' || at - start > farthest) return undefined;
  }
}

/** Behind the brackets of a call, texts in quotes left out; bounded. */
function behindCall(text: string, start: number): number {
  const sign = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[([{]|[)\]}]/gs;
  const part = text.slice(start, start + farthest);
  let depth = 0;
  for (const { 0: found, index } of part.matchAll(sign)) {
    if (/^[([{]/.test(found)) depth++;
    else if (/^[)\]}]/.test(found) && --depth === 0) return start + index + 1;
  }
  return start + part.length;
}
