const startClass =
  'A-Za-z_\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd';
const nameStart = new RegExp(`[${startClass}]`);
const nameRest = new RegExp(`[${startClass}0-9.\\u00b7\\u0300-\\u036f\\u203f\\u2040-]*`, 'y');

/** Whether a name of XML, colons apart, can begin with the character at `at`. */
export function startsName(text: string, at: number): boolean {
  return nameStart.test(text.charAt(at));
}

/** The end of the characters of a name, colons apart, that stand at `at`. */
export function skipName(text: string, at: number): number {
  nameRest.lastIndex = at;
  nameRest.test(text);
  return nameRest.lastIndex;
}

/** The end of the white space at `at`. */
export function skipBlanks(text: string, at: number): number {
  let i = at;
  while (i < text.length && ' \t\r\n'.includes(text.charAt(i))) i++;
  return i;
}

const illegal = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** The first place in `[from, to)` with a character that XML does not allow. */
export function illegalIn(text: string, from: number, to: number): number | undefined {
  // Not a search from `from` on: that would read the whole rest of the text for each of its parts.
  const found = text.slice(from, to).search(illegal);
  return found < 0 ? undefined : from + found;
}
