import { addTo } from '../../core/addTo.ts';
import { EngineError, ResponseError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { DefinitionSource, ReadField, Reading } from '../../parsers/parser.ts';
import { FieldsReading } from '../../parsers/shared/fields.ts';
import { withList } from '../../parsers/shared/keyNames.ts';
import type { KeyPlace, ValueKey, ValueKeys } from '../../parsers/shared/valueKeys.ts';
import {
  jsonLoads,
  type Node,
  parsePattern,
  pyHashKey,
  pyIterate,
  pyJoin,
  pyTruth,
  type Sequence,
} from '../../python/index.ts';
import { firstLine } from '../../text/index.ts';
import { responseParsingError } from './responseErrors.ts';

/** The default pattern of `RegexTaggedContentParser`. */
export const defaultPattern = '<(?P<name>[^>]+)>(?P<content>.*?)</\\1?>';

/**
 * The matches of {@link defaultPattern} (with `re.DOTALL`), packed as a `PatternOutcome` with the groups `name` and
 * `content`: six numbers for each match.
 *
 * A name is everything from `<` to the next `>`, and not empty. The first `</name>` or `</>` behind it closes; an opener
 * that nothing closes is passed over, and the search goes on at the next `<`. Linear for every text, where a regular
 * expression would look for a closer from every opener anew.
 */
export function scanTaggedContent(text: string): Int32Array {
  const pairs = findPairs(text);
  const spans = new Int32Array(2 * pairs.length);
  let length = 0;
  let place = 0;
  for (let i = pairs.length - 3; i >= 0; i -= 3) {
    const [open, bracket, candidate] = [pairs[i] as number, pairs[i + 1] as number, pairs[i + 2] as number];
    if (open < place) continue;
    const name = text.slice(open + 1, bracket);
    const close = closes(text, candidate, name) ? candidate : findCloser(text, bracket + 1, name);
    if (close === -1) continue;
    place = text.indexOf('>', close) + 1;
    spans.set([open, place, open + 1, bracket, bracket + 1, close], length);
    length += 6;
  }
  return spans.slice(0, length);
}

/**
 * Every opener that something closes, the last one first, as the places of its `<`, of its `>`, and of the `<` that
 * closes it. Reads the text from right to left, segment by segment, where a segment ends at a `>`: a name is the rest of
 * its segment behind a `<`, a closer's name the rest behind a `</`. So one hash that grows to the left stands for all
 * names of a segment, and the nearest closer of each name is at hand. Names in one segment differ in length: an equal
 * name in the table always stands behind the opener's `>`.
 */
function findPairs(text: string): readonly number[] {
  const pairs: number[] = [];
  /** By the hashes of a name, the nearest place behind where one closes. */
  const closers = new Map<number, number>();
  let closesAny = Infinity;
  let opener = text.length;
  for (let bracket = text.lastIndexOf('>'); bracket > 0; ) {
    const before = text.lastIndexOf('>', bracket - 1);
    if (opener > bracket) opener = text.lastIndexOf('<', bracket);
    const first = opener > before ? text.indexOf('<', before + 1) : bracket;
    const closesAnyBehind = closesAny;
    // Two hashes of the name behind i, and what they were one place before.
    let [a, b, shorterA, shorterB] = [0, 0, 0, 0];
    for (let i = bracket - 1; i >= first; i--) {
      const code = text.charCodeAt(i);
      if (code === lessThan) {
        const close = Math.min(closers.get(a * primeA + b) ?? Infinity, closesAnyBehind);
        if (close !== Infinity && i + 1 < bracket) pairs.push(i, bracket, close);
        if (text.charCodeAt(i + 1) === slash) {
          if (i + 2 === bracket) closesAny = i;
          // Before the first > nothing is open.
          else if (before !== -1) closers.set(shorterA * primeA + shorterB, i);
        }
      }
      shorterA = a;
      shorterB = b;
      a = remainder(a * baseA + code, primeA);
      b = remainder(b * baseB + code, primeB);
    }
    bracket = before;
  }
  return pairs;
}

const lessThan = 0x3c;
const slash = 0x2f;

// Products stay below 2^53, and so do both hashes as one number.
const primeA = 2 ** 26 - 5;
const primeB = 2 ** 26 - 27;
const baseA = 48_271_213;
const baseB = 39_916_801;

/** `value % modulus`, many times faster for numbers past 2^31. */
function remainder(value: number, modulus: number): number {
  return value - Math.floor(value / modulus) * modulus;
}

function closes(text: string, place: number, name: string): boolean {
  return text.startsWith('</>', place) || (text.startsWith(name, place + 2) && text[place + 2 + name.length] === '>');
}

/** The first closer of a name from a place on, or -1: for the rare name whose hash is another's. */
function findCloser(text: string, from: number, name: string): number {
  const own = text.indexOf(`</${name}>`, from);
  const any = text.indexOf('</>', from);
  return own === -1 || any === -1 ? Math.max(own, any) : Math.min(own, any);
}

/**
 * Builds the dictionary from the packed spans of match, `name` and `content`. Raises `TagNotFoundError` for required keys
 * that are not found, and what `json.loads` raises beside `JSONDecodeError`.
 */
export function readMatches(text: string, spans: Int32Array, requiredKeys: PyValue, tryJson: boolean): Reading {
  // The key is `None` for a name that did not take part.
  const lastMatches = new Map<string | null, number>();
  for (let i = 0; i < spans.length; i += 6) lastMatches.set(sliceAt(text, spans, i + 2), i);
  checkRequired(requiredKeys, lastMatches, text);
  const fields: ReadField[] = [];
  const notJson: PyValue[] = [];
  for (const [name, i] of lastMatches) {
    const span = spanAt(spans, i);
    const content = sliceAt(text, spans, i + 4);
    const inner = content === null ? { start: span.end, end: span.end } : spanAt(spans, i + 4);
    const value = tryJson ? parseTagged(text, content, span, inner) : content;
    if (tryJson && value === content) notJson.push(name);
    // Keys are strings here.
    fields.push({ key: name ?? 'None', value, span, inner });
  }
  // The class joins these names for its log, which raises for `None`.
  if (lastMatches.has(null)) pyJoin(', ', notJson);
  return new FieldsReading(fields);
}

function spanAt(spans: Int32Array, index: number): Span {
  return { start: spans[index] ?? 0, end: spans[index + 1] ?? 0 };
}

/** What stands at a packed span; `null` where its group did not take part. */
export function sliceAt(text: string, spans: Int32Array, index: number): string | null {
  const { start, end } = spanAt(spans, index);
  return start === -1 ? null : text.slice(start, end);
}

const beginsJson = /[ \t\n\r]*[[{"\-\dtfnNI]/y;

/** `json.loads`, of which only `JSONDecodeError` is caught: the text stays. */
export function parseTagged(text: string, content: string | null, span: Span, inner: Span): PyValue {
  if (content === null)
    throw new ResponseError('TypeError', 'the JSON object must be str, bytes or bytearray, not NoneType', { span });
  // Most contents are prose, which the first character tells.
  beginsJson.lastIndex = inner.start;
  if (!beginsJson.test(text)) return content;
  const result = jsonLoads(text, inner);
  if (result.ok) return result.value;
  if (result.error.kind === 'JSONDecodeError') return content;
  throw new ResponseError(result.error.kind, result.error.message, { span: inner });
}

/** Raises `TagNotFoundError` for names that are missing. The class iterates a string character by character. */
function checkRequired(requiredKeys: PyValue, found: ReadonlyMap<PyValue, unknown>, text: string): void {
  if (!pyTruth(requiredKeys)) return;
  const missing = pyIterate(requiredKeys).filter(key => !found.has(pyHashKey(key)));
  if (missing.length === 0) return;
  throw responseParsingError('TagNotFoundError', `Failed to find tags: ${pyJoin(', ', missing)}`, {
    span: firstLine(text),
    rawResponse: text,
  });
}

/**
 * The keys of a `RegexTaggedContentParser`'s value. They are fixed only where the pattern's group `name` is a choice of words,
 * such as `(?P<name>thought|speak)`; any other pattern finds whatever names the answer has.
 */
export function patternKeys({ config }: DefinitionSource): ValueKeys {
  const pattern = config.get('tagged_content_pattern');
  const words = typeof pattern === 'string' ? wordsOf(pattern) : undefined;
  const open = !words;
  return {
    keys: withList(words ?? [], config, { list: 'required_keys', required: true, open }),
    open,
    exact: !open,
    lists: ['required_keys'],
  };
}

const groupStart = '(?P<name>';
const choice = /[\p{L}\p{N}_-]+(?:\|[\p{L}\p{N}_-]+)*(?=\))/uy;

/** The words of the group `name`; `undefined` where it is not a choice of words, or letter case does not count. */
function wordsOf(pattern: string): readonly ValueKey[] | undefined {
  const start = pattern.indexOf(groupStart);
  if (start < 0 || start !== pattern.lastIndexOf(groupStart) || /\(\?[A-Za-z]*i/.test(pattern)) return undefined;
  choice.lastIndex = start + groupStart.length;
  const written = choice.exec(pattern)?.[0];
  // The same characters may stand in a set or a comment: the pattern itself must have that group.
  if (written === undefined || groupWords(pattern) !== written) return undefined;
  const places = new Map<string, KeyPlace[]>();
  let at = start + groupStart.length;
  for (const name of written.split('|')) {
    const within = { span: { start: at, end: at + name.length }, as: 'pattern' } as const;
    addTo(places, name, { path: ['tagged_content_pattern'], of: 'value', within });
    at += name.length + 1;
  }
  return [...places].map(([name, declarations]) => ({ name, declarations, references: [], required: false }));
}

/** The group `name` as its words, joined again. */
function groupWords(pattern: string): string | undefined {
  try {
    const flags = { ignoreCase: false, multiline: false, dotAll: true, ascii: false };
    const { groups, names } = parsePattern(pattern, flags);
    const body = groups[names.get('name') ?? 0] ?? [];
    const [first] = body;
    const words = body.length === 1 && first?.type === 'branch' ? first.items : [body];
    return words.map(wordOf).join('|');
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

function wordOf(sequence: Sequence): string {
  return sequence.map((node: Node) => (node.type === 'literal' ? String.fromCodePoint(node.code) : '(')).join('');
}
