import { fieldPathText, type Span } from '../engine/index.ts';

/** A text in a row of a log. */
export interface LogString {
  /** Where it stands in the row, such as `choices[0].message.content`. */
  readonly field: string;
  /** Between its quotes, in the row's text. */
  readonly span: Span;
}

/** What a row calls the model's answer, the likeliest first. */
const usual = [
  /^response$/,
  /^choices\[0\]\.message\.content$/,
  /^(?:message|response)\.content$/,
  /^content$/,
  /^(?:completion|output|answer|text|message)$/,
  /(?:^|\.)content(?:\[\d+\]\.text)?$/,
];
const maxDepth = 100;

/** The strings among the values of a JSON text, in order, and nothing of a text that is not JSON object or list. Linear. */
export function logStrings(json: string): readonly LogString[] {
  const found: LogString[] = [];
  const stack: { readonly isList: boolean; step: string | number }[] = [];
  let isKey = false;
  let ended = false;
  for (let at = 0; at < json.length; at++) {
    const char = json[at]!;
    const top = stack.at(-1);
    if (/\s/.test(char)) continue;
    if (ended || (!top && char !== '{' && char !== '[')) return [];
    if (char === '{' || char === '[') {
      if (stack.length === maxDepth) return [];
      stack.push({ isList: char === '[', step: char === '[' ? 0 : '' });
      isKey = char === '{';
    } else if (char === '}' || char === ']') {
      if (top?.isList !== (char === ']')) return [];
      stack.pop();
      isKey = false;
      ended = stack.length === 0;
    } else if (char === ',') {
      if (typeof top?.step === 'number') top.step++;
      isKey = top?.isList === false;
    } else if (char === ':') isKey = false;
    else if (char === '"') {
      const end = closingQuote(json, at + 1);
      if (end < 0) return [];
      if (isKey && top) top.step = keyOf(json.slice(at, end + 1));
      else found.push({ field: fieldPathText(stack.map(({ step }) => step)), span: { start: at + 1, end } });
      at = end;
    }
  }
  return ended ? found : [];
}

/** The string that a cursor is in, else the one of a field that was chosen before, else the one that is the answer by its name, else the longest. */
export function responseString(
  strings: readonly LogString[],
  offset: number,
  chosen: string | undefined,
): LogString | undefined {
  const own = stringAt(strings, offset) ?? strings.find(({ field }) => field === chosen);
  if (own) return own;
  for (const name of usual) {
    const named = strings.findLast(({ field }) => name.test(field));
    if (named) return named;
  }
  const length = ({ span }: LogString) => span.end - span.start;
  return strings.reduce<LogString | undefined>(
    (one, other) => (one && length(one) >= length(other) ? one : other),
    undefined,
  );
}

/** The string that a cursor is in, quotes included. */
export function stringAt(strings: readonly LogString[], offset: number): LogString | undefined {
  return strings.find(({ span }) => span.start - 1 < offset && offset < span.end + 1);
}

function closingQuote(json: string, from: number): number {
  for (let at = from; at < json.length; at++) {
    if (json[at] === '"') return at;
    if (json[at] === '\\') at++;
  }
  return -1;
}

function keyOf(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal.slice(1, -1);
  }
}
