import { EngineError } from '../../../core/errors.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import { type JsonLoadsError, jsonLoads, pyStripOf } from '../../../python/index.ts';
import { longestClosable } from './closableJson.ts';

/** What `parse_partial_json` gave, or the `JSONDecodeError` that it raised. */
export type PartialJson =
  | { readonly ok: true; readonly value: PyValue }
  | { readonly ok: false; readonly error: JsonLoadsError };

/**
 * langchain-core's `parse_partial_json`: the value of cut JSON with its strings and brackets closed; as many characters
 * are dropped at the end as it takes. A closing bracket that fits nothing gives `None`. Throws `EngineError` for what
 * `json.loads` raises beside `JSONDecodeError`. Linear, where the original is quadratic.
 */
export function parsePartialJson(text: string, strict = false): PartialJson {
  const whole = loads(text, strict);
  if (whole.ok) return whole;
  const closed = closeJson(text);
  if (closed === undefined) return { ok: true, value: null };
  const length = longestClosable(closed.kept, closed.closers, strict);
  if (length === undefined) return whole;
  const made = loads(closed.kept.slice(0, length) + closed.closers.join(''), strict);
  return made.ok ? made : whole;
}

/** `json.loads(text, strict=…)`; throws `EngineError` for a `RecursionError` or a `ValueError` of its own. */
export function loads(text: string, strict: boolean): PartialJson {
  const read = jsonLoads(text, { strict });
  if (!read.ok && read.error.kind !== 'JSONDecodeError') throw new EngineError(read.error.kind, read.error.message);
  return read;
}

/** The text with an open string closed and raw line feeds in strings escaped, and the brackets that are open, innermost first; `undefined` where brackets do not match. */
function closeJson(text: string): { readonly kept: string; readonly closers: readonly string[] } | undefined {
  const kept: string[] = [];
  const open: string[] = [];
  let inString = false;
  let escaped = false;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (inString) {
      if (character === '"' && !escaped) inString = false;
      else if (character === '\n' && !escaped) {
        kept.push(text.slice(from, i), '\\n');
        from = i + 1;
      } else if (character === '\\') escaped = !escaped;
      else escaped = false;
    } else if (character === '"') {
      inString = true;
      escaped = false;
    } else if (character === '{') open.push('}');
    else if (character === '[') open.push(']');
    else if (character === '}' || character === ']') {
      if (open.at(-1) !== character) return undefined;
      open.pop();
    }
  }
  kept.push(text.slice(from, inString && escaped ? -1 : undefined));
  if (inString) kept.push('"');
  return { kept: kept.join(''), closers: open.reverse() };
}

const marks = ' \n\r\t`';
const actionInput =
  /("action_input":[\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*")([^"]*)"/g;

/** What langchain-core does to a text before it reads it as JSON. */
function clean(text: string): string {
  return pyStripOf(text, marks).replace(
    actionInput,
    (_, before: string, value: string) => `${before}${value.replace(/[\n\r\t]/g, escapeBlank)}"`,
  );
}

function escapeBlank(character: string): string {
  return character === '\n' ? '\\n' : character === '\r' ? '\\r' : '\\t';
}

/**
 * langchain-core's `parse_json_markdown`: the text itself if a value can be read from it, else what follows the first
 * fence, to the end. Throws as {@link parsePartialJson} does.
 */
export function parseJsonMarkdown(text: string): PartialJson {
  const direct = parsePartialJson(clean(text));
  if (direct.ok) return direct;
  const fence = text.indexOf('```');
  if (fence < 0) return direct;
  return parsePartialJson(clean(text.slice(fence + (text.startsWith('json', fence + 3) ? 7 : 3))));
}
