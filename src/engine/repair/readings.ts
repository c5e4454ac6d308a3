import { applyEdits } from '../core/applyEdits.ts';
import { toPlain } from '../core/pyValue.ts';
import { tryJson } from '../json/jsonSpans.ts';
import { jsonLoads } from '../python/index.ts';
import {
  backslash,
  closeList,
  closeObject,
  comma,
  isBlank,
  isDigit,
  openList,
  openObject,
  quote,
  skipBlanks,
} from './characters.ts';
import { type Cause, causes } from './costs.ts';
import { editsOf, type SyntaxEdit } from './edits.ts';
import { explore, type Finished } from './explore.ts';
import type { Rival } from './reading.ts';
import { type SchemaView, schemaFit } from './schemaView.ts';

/** A reading whose edits were proved. */
export interface ProvedReading {
  readonly value: unknown;
  readonly edits: readonly SyntaxEdit[];
  readonly isLossy: boolean;
  /** The part of the text that holds the value. */
  readonly start: number;
  readonly end: number;
  /** What its faults cost, and how far its value departs from the schema. */
  readonly base: number;
  readonly fit: number;
  readonly cost: number;
  readonly causes: readonly Cause[];
  /** Whether an object has one key twice. */
  readonly repeatsKey: boolean;
  /** Whether a string keeps an odd number of quotes. */
  readonly isUnpaired: boolean;
  /** How often it was doubtful where a string ends. */
  readonly doubts: number;
}

/** The readings of a text, the cheapest first, and the cost of saying that it cannot be read. */
export interface Readings {
  readonly proved: readonly ProvedReading[];
  readonly refusal: number;
}

/** How many readings are proved. */
const mostProved = 6;
/** How long all proved readings may be together, beside the first. */
const longestProved = 500_000;
/** How long the readings may be together whose proof was tried. */
const longestTried = 4_000_000;

/** The likely readings of a text that is not strict JSON: each gives strict JSON by its edits, and no two the same. `view`: of the schema. */
export function readingsOf(text: string, schema: unknown, view: SchemaView | undefined): Readings {
  const { finished, refusal } = explore(text, view);
  const proved: ProvedReading[] = [];
  const keys = new Set<string>();
  let tried = 0;
  const all = ways(finished);
  for (const way of all) {
    if (proved.length >= mostProved || (proved.length && (proved.length + 1) * text.length > longestProved)) break;
    if (tried > longestTried) break;
    tried += text.length;
    const { reading, isLossy, end } = way.of;
    const { start } = reading;
    const edits = editsOf(numbersOf(way), reading.log, text);
    const json = edits && applyEdits(text, edits, { start, end });
    if (!edits || json === undefined) continue;
    const strict = strictValue(json);
    if (!strict) continue;
    // A text so long has no second reading to compare with, nor has one that reads in one way.
    const isLast = all.length === 1 || 2 * text.length > longestProved;
    const key = isLast ? '' : `${isLossy} ${keyOf(strict, json)}`;
    if (keys.has(key)) continue;
    keys.add(key);
    const { value } = strict;
    const fit = schema === undefined ? 0 : schemaFit(value, schema, isLossy);
    const edited = causesOf(edits);
    const found = causes.filter(cause => (around.has(cause) ? reading.hasSeen(cause) : edited.has(cause)));
    const { base } = way;
    const { repeatsKey, isUnpaired, doubts } = reading;
    const facts = { causes: found, repeatsKey, isUnpaired, doubts };
    proved.push({ value, edits, isLossy, start, end, base, fit, cost: base + fit, ...facts });
  }
  finished[0]?.reading.log.release();
  proved.sort((one, other) => one.cost - other.cost);
  return { proved, refusal };
}

function causesOf(edits: readonly SyntaxEdit[]): ReadonlySet<Cause> {
  const found = new Set<Cause>();
  let last: Cause | undefined;
  for (const { cause } of edits) {
    if (cause !== last) found.add(cause);
    last = cause;
  }
  return found;
}

/** The causes that no edit has. */
const around: ReadonlySet<Cause> = new Set<Cause>(['prose-around', 'code-fence', 'draft-before']);

interface Way {
  readonly rival: Rival | undefined;
  readonly base: number;
  readonly cost: number;
  readonly of: Finished;
}

/** All readings, those that met a cheaper one included, the cheapest first. */
function ways(finished: readonly Finished[]): readonly Way[] {
  const all = finished.flatMap(of => {
    const { rivals, base, cost } = of.reading;
    const found: Way[] = [{ rival: undefined, base, cost, of }];
    for (let rival = rivals; rival && found.length < 20; rival = rival.before)
      found.push({ rival, base: base + rival.gap, cost: cost + rival.gap, of });
    return found;
  });
  return all.sort((one, other) => one.cost - other.cost);
}

/** The edits of a way, the last one first: those of a rival are its own, and those that were made after it met the cheaper reading. */
function numbersOf({ rival, of }: Way): Int32Array {
  const { log, edits } = of.reading;
  return rival ? log.numbersOf(edits, rival.met, rival.edits) : log.numbersOf(edits);
}

/** What tells values apart. */
function keyOf({ value, isRounded }: StrictValue, json: string): string {
  try {
    return JSON.stringify(isRounded ? JSON.parse(json) : value);
  } catch {
    // Nested too deeply for JSON.stringify.
    return json;
  }
}

/** A number with so many digits may be too large for JSON.parse. */
const manyDigits = 16;
/** How much of a string is read character by character. */
const shortString = 32;
/** What strict JSON is made of outside of strings. */
const signs = codesOf('{}[],: \t\n\r+-.0123456789eEtrufalsn');

function codesOf(characters: string): Uint8Array {
  const codes = new Uint8Array(128);
  for (let i = 0; i < characters.length; i++) codes[characters.charCodeAt(i)] = 1;
  return codes;
}

/** What strict JSON reads to. */
interface StrictValue {
  readonly value: unknown;
  /** Whether it may have numbers that JSON.parse rounds. */
  readonly isRounded: boolean;
}

/**
 * What strict JSON reads to, or `undefined` where the text is not strict JSON. Big integers are `bigint`. Text that cannot
 * be JSON by its signs and brackets is not given to JSON.parse, which for deep nesting takes long to find it out.
 */
export function strictValue(json: string): StrictValue | undefined {
  let open = 0;
  let digits = 0;
  let hasLongNumber = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (isDigit(code)) {
      if (++digits === manyDigits) hasLongNumber = true;
      continue;
    }
    digits = 0;
    if (code === quote) i = stringEnd(json, i + 1);
    else if (code === openObject || code === openList) open++;
    else if (code === closeObject || code === closeList) {
      if (--open < 0 || isCommaBefore(json, i)) return undefined;
      if (!open && skipBlanks(json, i + 1) < json.length) return undefined;
    } else if (code > 127 || !signs[code]) return undefined;
  }
  return open ? undefined : parsed(json, hasLongNumber);
}

/** The place of the quote that closes the string whose content begins at `from`; the text's length where none does. */
function stringEnd(json: string, from: number): number {
  const near = Math.min(json.length, from + shortString);
  for (let i = from; i < near; i++) {
    const code = json.charCodeAt(i);
    if (code === quote) return i;
    if (code === backslash) i++;
  }
  // In a long one quotes are looked for: faster, and the backslashes before one tell whether it is escaped.
  for (let end = json.indexOf('"', near); end >= 0; end = json.indexOf('"', end + 1)) {
    let start = end;
    while (start > from && json.charCodeAt(start - 1) === backslash) start--;
    if ((end - start) % 2 === 0) return end;
  }
  return json.length;
}

/** Whether a comma stands right before the bracket at `position`, which JSON.parse would find only when it comes there. */
function isCommaBefore(json: string, position: number): boolean {
  let i = position - 1;
  while (isBlank(json.charCodeAt(i))) i--;
  return json.charCodeAt(i) === comma;
}

function parsed(json: string, hasLongNumber: boolean): StrictValue | undefined {
  const read = tryJson(json);
  if (!read) return undefined;
  const { value } = read;
  if (!hasLongNumber) return { value, isRounded: false };
  // Text that is nested too deeply for json.loads keeps its numbers.
  const exact = jsonLoads(json);
  return { value: exact.ok ? toPlain(exact.value) : value, isRounded: true };
}
