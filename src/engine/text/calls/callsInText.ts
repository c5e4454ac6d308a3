import type { Span } from '../../core/span.ts';
import { jsonCall } from './jsonCall.ts';
import { type CallForm, markupCall } from './markupCall.ts';
import { shownIn } from './shownIn.ts';

/** Something in a text that has the form of a call. */
export interface TextCall {
  /** What shows the form, for messages: a delimiter, `JSON`, `Python`. */
  readonly form: string;
  readonly span: Span;
}

/** The most calls that are found in a text, and the most places that are looked at. */
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
  const isShown = shownIn(text);
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
      if (isShown(match.index, call, isCalled)) continue;
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
