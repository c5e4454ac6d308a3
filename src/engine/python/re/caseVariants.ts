/**
 * Every character that `(?i)` takes for `code`, itself included: those with the same lower case, and those whose lower
 * cases share an upper case (`s` and `ſ`, `i` and `ı`). Under `(?a)` only the other case of an ASCII letter. Characters
 * newer than Unicode 14, which CPython 3.11 knows, follow the running JavaScript.
 */
export function caseVariants(code: number, ascii: boolean): readonly number[] {
  if (ascii) return isAsciiLetter(code) ? [code & ~0x20, code | 0x20] : [code];
  return variants().get(code) ?? [code];
}

/** The characters in a range, both ends included, that have another case, in order. */
export function casedIn(low: number, high: number, ascii: boolean): readonly number[] {
  const from = ascii ? asciiLetters : sortedCased();
  let first = 0;
  for (let last = from.length; first < last; ) {
    const middle = (first + last) >> 1;
    if ((from[middle] as number) < low) first = middle + 1;
    else last = middle;
  }
  const found: number[] = [];
  for (let i = first; i < from.length && (from[i] as number) <= high; i++) found.push(from[i] as number);
  return found;
}

function isAsciiLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

const asciiLetters = Array.from({ length: 0x80 }, (_, code) => code).filter(isAsciiLetter);

// No character past this plane has cases.
const casedEnd = 0x20000;

let variantsByCode: ReadonlyMap<number, readonly number[]> | undefined;
let casedCodes: readonly number[] | undefined;

function sortedCased(): readonly number[] {
  casedCodes ??= [...variants().keys()].sort((a, b) => a - b);
  return casedCodes;
}

/** Built on first use, since it asks JavaScript for the cases of 128 thousand characters. */
function variants(): ReadonlyMap<number, readonly number[]> {
  variantsByCode ??= buildVariants();
  return variantsByCode;
}

/** How many characters are looked at together: in most blocks none has another case. */
const block = 0x100;

function hasNoCases(start: number): boolean {
  const text = String.fromCodePoint(...Array.from({ length: block }, (_, i) => start + i));
  return text.toLowerCase() === text && text.toUpperCase() === text;
}

function buildVariants(): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<string, number[]>();
  const result = new Map<number, number[]>();
  for (let code = 0; code < casedEnd; code++) {
    if (code % block === 0) {
      while (code < casedEnd && hasNoCases(code)) code += block;
      if (code === casedEnd) break;
    }
    const char = String.fromCodePoint(code);
    const lower = String.fromCodePoint(char.toLowerCase().codePointAt(0) ?? code);
    if (lower === char && char.toUpperCase() === char) continue;
    const upper = lower.toUpperCase();
    const group = groups.get(upper);
    if (group) group.push(code);
    else groups.set(upper, [code]);
    result.set(code, groups.get(upper) ?? []);
  }
  return result;
}
