import { isPyDict, isPyList, type PyValue, pyTypeName } from '../core/pyValue.ts';
import { pyRepr, utf8Bytes } from '../python/index.ts';
import type { LineError, Location } from './validator.ts';

/** One error of a validation, as Pydantic's `errors()` gives it. */
export interface ValidationIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** The longest message, nearly, in UTF-16 units: every error names its place, and places can have long names. */
const maxMessage = 20_000_000;

/** The most errors that programs are told of. */
export const maxIssues = 100_000;

/** `str(ValidationError)` of Pydantic 2.13; of a great many errors it has the first ones. Linear in the number of errors. */
export function errorMessage(title: string, errors: readonly LineError[]): string {
  const lines = [`${errors.length} validation error${errors.length === 1 ? '' : 's'} for ${title}`];
  const reprs = new Map<PyValue, string>();
  let length = 0;
  for (const [i, error] of errors.entries()) {
    if (length > maxMessage) {
      lines.push(`… and ${errors.length - i} more errors`);
      break;
    }
    const before = lines.length;
    if (error.place !== undefined) lines.push(locationOf(error.place).map(printPart).join('.'));
    let repr = reprs.get(error.input);
    if (repr === undefined) {
      repr = shortRepr(error.input);
      reprs.set(error.input, repr);
    }
    lines.push(`  ${error.msg} [type=${error.type}, input_value=${repr}, input_type=${pyTypeName(error.input)}]`);
    lines.push(`    For further information visit https://errors.pydantic.dev/2.13/v/${error.type}`);
    for (let at = before; at < lines.length; at++) length += lines[at]!.length;
  }
  return lines.join('\n');
}

/** The error without its input, for programs. */
export function issueOf(error: LineError): ValidationIssue {
  return { type: error.type, loc: locationOf(error.place), msg: error.msg };
}

/** Where in the input an error's value stands: the location without labels; for something missing, the place of what lacks it. */
export function inputLocation(error: LineError): readonly (string | number)[] {
  return locationOf(error.within ? error.place?.outer : error.place, true);
}

function locationOf(place: Location | undefined, inputOnly = false): (string | number)[] {
  const parts: (string | number)[] = [];
  for (let at = place; at !== undefined; at = at.outer) if (!(inputOnly && at.label)) parts.push(at.key);
  return parts.reverse();
}

/** A part of a location as Rust prints it, which has a replacement character for each byte of half a surrogate pair. */
function printPart(part: string | number): string {
  if (typeof part === 'number') return String(part);
  const text = part.replace(/\p{Cs}/gu, '\ufffd\ufffd\ufffd');
  return text.includes('.') ? `\`${text}\`` : text;
}

const limit = 50;
/** Characters to gather at either end before the rest is cut away: more than `limit`, as a character is at least one byte. */
const enough = 64;

/**
 * The repr in an error message: cut to its first 25 and last 24 bytes of UTF-8 when it has more than 50, at character
 * boundaries so that less is shown. Only the two ends are ever printed, so the cost does not grow with the value (but
 * for a look through long strings, to choose the quotes).
 */
function shortRepr(value: PyValue): string {
  const head = new Ends();
  writeHead(value, head);
  const start = head.text();
  if (start.length <= enough) {
    const bytes = utf8Bytes(start);
    return bytes.length <= limit ? start : `${firstBytes(start)}...${lastBytes(start)}`;
  }
  const tail = new Ends();
  writeTail(value, tail);
  return `${firstBytes(start)}...${lastBytes(tail.textReversed())}`;
}

class Ends {
  private readonly parts: string[] = [];
  private length = 0;
  add(part: string): void {
    this.parts.push(part);
    this.length += part.length;
  }
  get isFull(): boolean {
    return this.length > enough;
  }
  text(): string {
    return this.parts.join('');
  }
  textReversed(): string {
    return this.parts.reverse().join('');
  }
}

// A container writes a bracket before it goes inside, so the recursion is at most as deep as `enough`.
function writeHead(value: PyValue, out: Ends): void {
  if (isPyList(value)) {
    out.add('[');
    for (let i = 0; i < value.length && !out.isFull; i++) {
      if (i > 0) out.add(', ');
      writeHead(value[i]!, out);
    }
    out.add(']');
  } else if (isPyDict(value)) {
    out.add('{');
    let isFirst = true;
    for (const [key, item] of value) {
      if (out.isFull) break;
      out.add(`${isFirst ? '' : ', '}${leaf(key)}: `);
      isFirst = false;
      writeHead(item, out);
    }
    out.add('}');
  } else out.add(leaf(value));
}

function writeTail(value: PyValue, out: Ends): void {
  if (isPyList(value)) {
    out.add(']');
    for (let i = value.length - 1; i >= 0 && !out.isFull; i--) {
      writeTail(value[i]!, out);
      if (i > 0) out.add(', ');
    }
    out.add('[');
  } else if (isPyDict(value)) {
    out.add('}');
    const entries = [...value];
    for (let i = entries.length - 1; i >= 0 && !out.isFull; i--) {
      const [key, item] = entries[i]!;
      writeTail(item, out);
      out.add(`${i > 0 ? ', ' : ''}${leaf(key)}: `);
    }
    out.add('{');
  } else out.add(leaf(value));
}

/** The repr of what has no parts; a long string is shortened in its middle first, where it does not show. */
function leaf(value: PyValue): string {
  if (typeof value !== 'string' || value.length <= 4 * enough) return pyRepr(value);
  const quotes = `${value.includes("'") ? "'" : ''}${value.includes('"') ? '"' : ''}`;
  return pyRepr(value.slice(0, enough) + quotes + value.slice(-enough));
}

function firstBytes(text: string): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > limit / 2) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function lastBytes(text: string): string {
  const characters = [...text.slice(-limit)];
  let bytes = 0;
  let kept = '';
  for (const character of characters.reverse()) {
    bytes += byteLength(character);
    if (bytes > limit / 2 - 1) break;
    kept = character + kept;
  }
  return kept;
}

function byteLength(character: string): number {
  return utf8Bytes(character).length;
}
