import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { takenFrom, taking } from '../../core/takenValue.ts';
import { jsonValueEnd } from '../../json/jsonSpans.ts';
import type { ReadField, Reading } from '../../parsers/parser.ts';
import { jsonFields } from '../../parsers/shared/fields.ts';
import { isWhite, jsonLoads } from '../../python/index.ts';
import { GrowingText, type JsonMemberEvents, jsonMembers } from '../../text/index.ts';

/** A reading that locates its fields on demand. */
export function located(value: PyValue, locate: () => readonly ReadField[]): Reading {
  let fields: readonly ReadField[] | undefined;
  return {
    value,
    get fields() {
      fields ??= locate();
      return fields;
    },
  };
}

/**
 * The parts of a value that was read as JSON somewhere in a text: at its beginning, or behind a fence, the first or (`fence`)
 * the first that is labelled `json`. Of JSON that was cut off those that are whole, and the one that was cut. None where the
 * text has no JSON of this kind. Linear.
 */
export function fieldsOfJson(text: string, value: PyValue, fence: '```' | '```json' = '```'): readonly ReadField[] {
  const opening = isPyDict(value) ? '{' : isPyList(value) ? '[' : undefined;
  const starts = startsOf(text, fence).filter(start => opening === undefined || text.charAt(start) === opening);
  for (const start of starts) {
    const end = jsonValueEnd(text, start);
    // What the readers forgive would lead the search for places astray; Python's limits are not JavaScript's.
    const read = jsonLoads(text.slice(start, end), { strict: false });
    if (read.ok || read.error.kind !== 'JSONDecodeError') return jsonFields(text, { start, end }, value);
  }
  for (const start of opening === undefined ? [] : starts) {
    const fields = fieldsOfCutJson(text, start, value);
    if (fields) return fields;
  }
  return [];
}

/** The parts of an object or list that begins at `start` and never ends; `undefined` where they are not those of the value. */
function fieldsOfCutJson(text: string, start: number, value: PyValue): readonly ReadField[] | undefined {
  const items = isPyDict(value)
    ? value
    : new Map(isPyList(value) ? [...value].map((item, i) => [String(i), item]) : []);
  const places = new Map<string, Pick<ReadField, 'span' | 'inner'>>();
  let open: { readonly key: string; readonly start: number } | undefined;
  let isCut = true;
  const whole = new GrowingText();
  whole.append(text);
  const events: JsonMemberEvents = {
    open(key, from) {
      open = { key, start: from };
    },
    close({ key, span, inner }) {
      open = undefined;
      places.set(key, { span, inner });
    },
    end() {
      isCut = false;
    },
    fail() {
      isCut = false;
    },
  };
  const members = jsonMembers(whole, events, false);
  for (let at = start; at < text.length && isCut; at++) members.push(text.charCodeAt(at), at);
  // A key that a schema drops is not in the value.
  if (!isCut || (places.size > 0 && [...places.keys()].every(key => !items.has(key)))) return undefined;
  if (open) {
    const from = /[\s:]*/y;
    from.lastIndex = open.start;
    from.test(text);
    const span = { start: from.lastIndex, end: text.trimEnd().length };
    if (span.start < span.end) places.set(open.key, { span, inner: withoutQuote(text, span) });
  }
  return [...items].flatMap(([key, item]) => {
    const place = places.get(key);
    return place ? [{ key, value: item, ...place }] : [];
  });
}

/** A string that is not closed, without its quote. */
function withoutQuote(text: string, { start, end }: Span): Span {
  return { start: text.charAt(start) === '"' ? start + 1 : start, end };
}

/** Where JSON may begin: behind blanks and back quotes, behind the fence that is read, behind the first fence of the other kind. */
function startsOf(text: string, fence: '```' | '```json'): readonly number[] {
  const fences = [fence, '```', '```json'].flatMap(each => {
    const at = text.indexOf(each);
    return at < 0 ? [] : [at + each.length];
  });
  return [0, ...fences].map(from => {
    let at = text.startsWith('json', from) && from > 0 ? from + 4 : from;
    while (/[\s`]/.test(text.charAt(at)) || isWhite(text.charCodeAt(at))) at++;
    return at;
  });
}

/** The parts of a list whose items stand in a text one after the other; those behind one that is written otherwise are left out. Linear. */
export function fieldsOfItems(text: string, items: readonly PyValue[]): readonly ReadField[] {
  const fields: ReadField[] = [];
  let from = 0;
  for (const [i, item] of items.entries()) {
    const start = typeof item === 'string' ? text.indexOf(item, from) : -1;
    if (start < 0 || typeof item !== 'string') break;
    from = start + item.length;
    const span = { start, end: from };
    fields.push({ key: String(i), value: item, span, inner: span });
  }
  return fields;
}

/** The only part of a value that is the text as a whole, without the blanks around. */
export function wholeField(text: string, key: string, value: PyValue): readonly ReadField[] {
  const start = text.length - text.trimStart().length;
  const span = { start, end: Math.max(start, text.trimEnd().length) };
  return [{ key, value, span, inner: span }];
}

/** A value of JavaScript: `undefined`, which JSON does not have, is `null`, and a date what its `toJSON` gives. */
export function fromScript(value: unknown): PyValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Object.is(value, -0) ? new PyFloat(-0) : value;
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (value instanceof Date) {
    const text = value.toISOString();
    return new PyOpaque('Date', `new Date("${text}")`, text);
  }
  if (typeof value !== 'object') return String(value);
  const made = Array.isArray(value)
    ? value.map(fromScript)
    : new Map(Object.entries(value).map(([key, item]) => [key, fromScript(item)]));
  const source = takenFrom(value);
  return source === undefined ? made : taking(made, fromScript(source));
}

/**
 * What `made` makes of JSON as JavaScript reads it; `value`, which Python's reader gave, where that raises, as the whole answer
 * does then.
 */
export function scriptValue(text: string, value: PyValue, made: (value: unknown) => unknown = each => each): PyValue {
  try {
    return fromScript(made(JSON.parse(text)));
  } catch {
    return value;
  }
}

/** What streaming yields of a list so far: all items but the last, which may go on; `undefined`: none. */
export function finishedItems(items: readonly PyValue[]): readonly PyValue[] | undefined {
  return items.length > 1 ? items.slice(0, -1) : undefined;
}
