import { toPlain } from '../core/pyValue.ts';
import { jsonLoads } from '../python/jsonLoads.ts';
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

/** A number with so many digits may be too large for JSON.parse. */
const manyDigits = 16;
/** So much of a string is read character by character. */
const shortString = 32;
/** What strict JSON is made of outside of strings. */
const signs = codesOf('{}[],: \t\n\r+-.0123456789eEtrufalsn');

function codesOf(characters: string): Uint8Array {
  const codes = new Uint8Array(128);
  for (let i = 0; i < characters.length; i++) codes[characters.charCodeAt(i)] = 1;
  return codes;
}

/**
 * What strict JSON reads to, or `undefined` where the text is not strict JSON. Big integers are `bigint`. Text that cannot
 * be JSON by its signs and brackets is not given to JSON.parse, which for deep nesting takes long to find it out.
 */
export function strictValue(json: string): { readonly value: unknown } | undefined {
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

function parsed(json: string, hasLongNumber: boolean): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!hasLongNumber) return { value };
  // Text that is nested too deeply for json.loads keeps its numbers.
  const exact = jsonLoads(json);
  return { value: exact.ok ? toPlain(exact.value) : value };
}
