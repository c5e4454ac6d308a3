import type { CallForm } from './callForm.ts';

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
export function pythonCall(text: string, start: number, sign: string): CallForm | undefined {
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
