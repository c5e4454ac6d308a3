import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { isBlank, jsonValueSpan, plainMembers, skipBlanks, tryJson } from '../../json/jsonSpans.ts';
import type { PlainReading, ReadField, Reading, ResponseInput } from '../../parsers/parser.ts';
import { jsonFields } from '../../parsers/shared/fields.ts';
import { jsonLoads } from '../../python/index.ts';

/** Longer JSON is read in the general way, which makes each part of it on demand. */
const longest = 16_384;
/** Deeper values are left to the general way, which knows Python's limit. */
const deepest = 100;

/**
 * Reads the dict or list between two tags with the platform's own JSON parser, where what comes of it proves that it is what
 * Python's `json.loads` gives, as plain data. `undefined` for all other text, which is not to say that it does not read.
 */
export function readPlainJson({ text }: ResponseInput, beginTag: string, endTag: string): PlainJson | undefined {
  if (text === null) return undefined;
  const begin = text.indexOf(beginTag);
  if (begin < 0) return undefined;
  const start = begin + beginTag.length;
  const end = text.indexOf(endTag, start);
  if (end < 0 || end - start > longest) return undefined;
  const span = jsonValueSpan(text, start, end);
  if (isSurelyBroken(text, span)) return undefined;
  const value = tryJson(text.slice(span.start, span.end))?.value;
  if (typeof value !== 'object' || value === null || mayDiffer(value, 0)) return undefined;
  const members = plainMembers(text, span.start, value);
  return members && { value, members, text, span };
}

/**
 * Whether no dict or list stands there, by its first and last signs: a look at them costs nothing, and the platform's parser
 * takes longer to say what is wrong than to read.
 */
function isSurelyBroken(text: string, { start, end }: Span): boolean {
  const isDict = text.charCodeAt(start) === 0x7b;
  if (!isDict && text.charCodeAt(start) !== 0x5b) return true;
  if (text.charCodeAt(end - 1) !== (isDict ? 0x7d : 0x5d)) return true;
  let last = end - 2;
  while (isBlank(text.charCodeAt(last))) last--;
  if (text.charCodeAt(last) === 0x2c) return true;
  if (!isDict) return false;
  const sign = text.charCodeAt(skipBlanks(text, start + 1));
  return sign !== 0x22 && sign !== 0x7d;
}

/** JSON that was read from `span` of a text. */
export interface PlainJson extends PlainReading {
  readonly text: string;
}

/**
 * Whether Python may read a value otherwise, or not at all: an integer past 2^53 (one of more than 308 digits is infinite
 * here), a minus before an integer zero, deep nesting. Equal keys inside the value are read alike: the last counts.
 */
function mayDiffer(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? Object.is(value, -0) : isWhole(value);
  if (typeof value !== 'object' || value === null) return false;
  if (depth === deepest) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (mayDiffer(item, depth + 1)) return true;
  } else for (const key in value) if (mayDiffer((value as Record<string, unknown>)[key], depth + 1)) return true;
  return false;
}

function isWhole(value: number): boolean {
  return Number.isInteger(value) || !Number.isFinite(value);
}

/**
 * A reading of plain data. Its value with Python's types is made on demand: `exactOf` makes it of the result of Python's
 * `json.loads`.
 */
export function plainReading(plain: PlainJson, exactOf: (value: PyValue) => PyValue = value => value): Reading {
  return new LazyReading(plain, exactOf);
}

class LazyReading implements Reading {
  readonly plain: PlainJson;
  private readonly exactOf: (value: PyValue) => PyValue;
  private exact: PyValue | undefined;

  constructor(plain: PlainJson, exactOf: (value: PyValue) => PyValue) {
    this.plain = plain;
    this.exactOf = exactOf;
  }

  get value(): PyValue {
    if (this.exact === undefined) {
      const value = flatDict(this.plain) ?? this.loaded();
      this.exact = value === undefined ? null : this.exactOf(value);
    }
    return this.exact;
  }

  private loaded(): PyValue | undefined {
    const result = jsonLoads(this.plain.text, this.plain.span);
    return result.ok ? result.value : undefined;
  }

  get fields(): readonly ReadField[] {
    return jsonFields(this.plain.text, this.plain.span, this.value);
  }
}

/** A dict of texts, words and numbers that are the same in JavaScript, without a second reading of its JSON; `undefined`: it is another. */
function flatDict({ value, members, text }: PlainJson): PyDict | undefined {
  if (Array.isArray(value)) return undefined;
  const dict = new Map<string, PyValue>();
  for (const { key, value: item, span } of members) {
    const isSame =
      typeof item === 'string' || typeof item === 'boolean' || item === null || isSameNumber(item, text, span);
    if (!isSame) return undefined;
    dict.set(key, item as PyValue);
  }
  return dict;
}

/** Whether a number is one as it is: 1.0 and 1e2 are floats. */
function isSameNumber(item: unknown, text: string, { start, end }: Span): boolean {
  if (!Number.isInteger(item)) return typeof item === 'number';
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code !== 0x2d && (code < 0x30 || code > 0x39)) return false;
  }
  return true;
}
