import type { Span } from '../../core/span.ts';
import { jsonValueEnd } from '../../json/jsonSpans.ts';

/** A token of a JSON text; `word` is a number or a literal; `depth` counts the containers around it, its own for brackets. */
export interface JsonToken extends Span {
  readonly kind: 'key' | 'string' | 'word' | 'blank' | '{' | '}' | '[' | ']' | ',' | ':';
  readonly depth: number;
}

/** A JSON value in a text, which `jsonLoads` accepts. */
export interface Json {
  readonly span: Span;
  /** All tokens, in order, without gaps. */
  readonly tokens: readonly JsonToken[];
}

const token = /[{}[\],:]|[ \t\r\n]+|[^"{}[\],: \t\r\n]+/y;

/** The tokens of the JSON value at `span`, which `jsonLoads` accepts. Linear. */
export function jsonTokens(text: string, span: Span): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  const { start: from, end: until } = span;
  let depth = 0;
  let isKeyNext = false;
  const objects: boolean[] = [];
  for (let start = from; start < until; ) {
    const first = text.charAt(start);
    token.lastIndex = start;
    const end = first === '"' ? jsonValueEnd(text, start) : start + (token.exec(text)?.[0].length ?? 1);
    const kind = kindOf(first, isKeyNext);
    if (kind === '{' || kind === '[') objects[++depth] = kind === '{';
    tokens.push({ kind, start, end, depth });
    if (kind === '}' || kind === ']') depth--;
    if (kind !== 'blank') isKeyNext = (kind === '{' || kind === ',') && objects[depth] === true;
    start = end;
  }
  return tokens;
}

function kindOf(first: string, isKeyNext: boolean): JsonToken['kind'] {
  switch (first) {
    case '"':
      return isKeyNext ? 'key' : 'string';
    case '{':
    case '}':
    case '[':
    case ']':
    case ',':
    case ':':
      return first;
    case ' ':
    case '\t':
    case '\r':
    case '\n':
      return 'blank';
    default:
      return 'word';
  }
}
