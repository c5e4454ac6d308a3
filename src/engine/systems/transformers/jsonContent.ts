import { EngineError } from '../../core/errors.ts';
import { type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { jsonDumps, jsonLoads, pyIterate, pyRepr, pyStrip, pyTruth } from '../../python/index.ts';

const [open, close] = ['\x01', '\x02'];
const word = '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]';
const key = new RegExp(`(?<=[{,])(${word}+):`, 'gu');
const mark = /\x01(\d+)\x02/g;

/**
 * The content parser `json`: Python's `json.loads`, after texts between delimiters of the author's (`string_delims`) and
 * keys without quotes (`unquoted_keys`) are made JSON. Raises `ValueError`, unless `allow_non_json` makes the text itself
 * the value. Linear.
 */
export function jsonContent(text: PyValue, args: PyDict): PyValue {
  if (typeof text !== 'string')
    throw new EngineError('TypeError', `the JSON object must be str, bytes or bytearray, not ${pyTypeName(text)}`);
  const delimiters = args.get('string_delims') ?? null;
  const hasDelimiters = pyTruth(delimiters);
  if (hasDelimiters && (text.includes(open) || text.includes(close)))
    throw new EngineError(
      'ValueError',
      'json: input contains reserved sentinel characters (\\x01/\\x02); cannot parse safely.',
    );
  const captured: string[] = [];
  let working = text;
  if (hasDelimiters) for (const pair of pyIterate(delimiters)) working = takeOut(working, pair, captured);
  if (pyTruth(args.get('unquoted_keys') ?? null)) working = working.replace(key, '"$1":');
  if (captured.length > 0)
    working = working.replace(mark, (whole, index) => {
      const taken = captured[Number(index)];
      return taken === undefined || String(Number(index)) !== index ? whole : jsonDumps(taken, { ensureAscii: true });
    });
  const read = jsonLoads(working);
  if (read.ok) return read.value;
  const { kind, message } = read.error;
  if (kind !== 'JSONDecodeError') throw new EngineError(kind, message);
  if (pyTruth(args.get('allow_non_json') ?? null)) return pyStrip(text);
  throw new EngineError(
    'ValueError',
    working === text
      ? `json parser could not parse region as JSON.\nContent: ${pyRepr(text)}\nError: ${message}`
      : `json: could not parse after dialect transforms.\nOriginal: ${pyRepr(text)}\nTransformed: ${pyRepr(working)}\nError: ${message}`,
  );
}

/** Puts a mark in place of every shortest text between two delimiters. */
function takeOut(text: string, pair: PyValue, captured: string[]): string {
  const [first, last] = delimitersOf(pair);
  let made = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf(first, from);
    const end = start === -1 ? -1 : text.indexOf(last, start + first.length);
    if (end === -1) return made + text.slice(from);
    captured.push(text.slice(start + first.length, end));
    made += `${text.slice(from, start)}${open}${captured.length - 1}${close}`;
    from = end + last.length;
    if (first !== '' || last !== '') continue;
    // Between any two characters stands nothing between nothing.
    if (from >= text.length) return made;
    const character = String.fromCodePoint(text.codePointAt(from) ?? 0);
    made += character;
    from += character.length;
  }
}

function delimitersOf(pair: PyValue): readonly [string, string] {
  let items: readonly PyValue[];
  try {
    items = pyIterate(pair);
  } catch {
    throw new EngineError('TypeError', `cannot unpack non-iterable ${pyTypeName(pair)} object`);
  }
  if (items.length < 2)
    throw new EngineError('ValueError', `not enough values to unpack (expected 2, got ${items.length})`);
  if (items.length > 2) throw new EngineError('ValueError', 'too many values to unpack (expected 2)');
  const [first, last] = items;
  if (typeof first !== 'string' || typeof last !== 'string')
    throw new EngineError('TypeError', 'expected string or bytes-like object');
  return [first, last];
}
