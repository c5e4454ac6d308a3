import {
  apostropheCode,
  backslash,
  backtick,
  colon,
  comma,
  dot,
  isBlank,
  isCloser,
  isCommentAt,
  isDigit,
  isMarkAt,
  isNameCode,
  isOddSpace,
  isWrittenBreak,
  less,
  minus,
  newline,
  openList,
  openObject,
  openParen,
  plus,
  quote,
  semicolon,
  signOf,
  slash,
} from './characters.ts';

const dollar = 0x24;
const ampersand = 0x26;
const zero = 0x30;
const letterE = 0x65;

/** What unquoted text in a value's place is. */
export type Word =
  | { readonly kind: 'json'; readonly isNumber: boolean }
  | { readonly kind: 'literal'; readonly json: string }
  | { readonly kind: 'number'; readonly json: string }
  | { readonly kind: 'expression'; readonly isRange: boolean }
  | { readonly kind: 'word' };

const literals: ReadonlyMap<string, string> = new Map([
  ...['True', 'TRUE'].map(word => [word, 'true'] as const),
  ...['False', 'FALSE'].map(word => [word, 'false'] as const),
  ...['None', 'NULL', 'Null', 'nil', 'undefined', 'NaN', 'nan'].map(word => [word, 'null'] as const),
]);

const jsonNumber: Word = { kind: 'json', isNumber: true };
const jsonLiteral: Word = { kind: 'json', isNumber: false };
const plainWord: Word = { kind: 'word' };

/** Longer text is not looked at more closely: it is words. */
const longestLooked = 300;

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const identifier = /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u;

/** The end of the unquoted text at `position`, without the blanks after it. */
export function wordEnd(text: string, position: number): number {
  let end = position;
  for (let i = position; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x20 || code === 0x09 || isOddSpace(code)) continue;
    if (code === newline || code === 0x0d || code === comma || code === quote || code === backtick) break;
    if (code === openObject || isCloser(code)) break;
    if (code === semicolon && (isBlank(text.charCodeAt(i + 1)) || isCloser(text.charCodeAt(i + 1)))) break;
    if (code > 0x3000 && (signOf(code) === comma || isCloser(signOf(code)))) break;
    if (code === apostropheCode && !isNameCode(text.charCodeAt(i - 1))) break;
    if (code === backslash && (text.charCodeAt(i + 1) === quote || isCloser(text.charCodeAt(i + 1)))) break;
    if (code === backslash && isWrittenBreak(text, i)) break;
    if (code === less && i > position && isMarkAt(text, i)) break;
    if (code === ampersand && text.startsWith('&quot;', i)) break;
    if (code >= 0x201c && code <= 0x201f) break;
    if (i > position && isCommentAt(text, i) && !(code === slash && text.charCodeAt(i - 1) === colon)) break;
    if (code === openList || code === openParen) return i + 1;
    end = i + 1;
  }
  return end;
}

function isJsonNumber(word: string): boolean {
  const code = word.charCodeAt(0);
  return (isDigit(code) || code === minus) && ((word.length === 1 && code !== minus) || number.test(word));
}

/** Whether a word begins with a letter of ASCII or `_`, and has only those and digits: most words. */
function isPlainName(word: string): boolean {
  if (isDigit(word.charCodeAt(0))) return false;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code >= 0x80 || !isNameCode(code) || code === dollar) return false;
  }
  return true;
}

/** The end of the strict JSON number at `position`; `position` where there is none. */
export function numberEnd(text: string, position: number): number {
  let i = text.charCodeAt(position) === minus ? position + 1 : position;
  const first = i;
  i = digitsEnd(text, i);
  if (i === first || (i > first + 1 && text.charCodeAt(first) === zero)) return position;
  if (text.charCodeAt(i) === dot) {
    const fraction = i + 1;
    i = digitsEnd(text, fraction);
    if (i === fraction) return position;
  }
  if ((text.charCodeAt(i) | 0x20) === letterE) {
    const sign = text.charCodeAt(i + 1);
    const exponent = sign === plus || sign === minus ? i + 2 : i + 1;
    i = digitsEnd(text, exponent);
    if (i === exponent) return position;
  }
  return i;
}

function digitsEnd(text: string, position: number): number {
  let i = position;
  while (isDigit(text.charCodeAt(i))) i++;
  return i;
}

/** What the unquoted `word` in a value's place is. */
export function wordOf(word: string): Word {
  if (isJsonNumber(word)) return jsonNumber;
  if (word === 'true' || word === 'false' || word === 'null') return jsonLiteral;
  const literal = literals.get(word);
  if (literal) return { kind: 'literal', json: literal };
  if (word.length > longestLooked || isPlainName(word)) return plainWord;
  const json = numberOf(word);
  if (json !== undefined) return { kind: 'number', json };
  if (isExpression(word)) return { kind: 'expression', isRange: /^\d+[-/]\d+$/.test(word) };
  return plainWord;
}

/** The JSON number that a number in another form stands for. */
function numberOf(text: string): string | undefined {
  const word = text.replace(/[\uff0b\uff0d\uff0e\uff10-\uff19]/g, sign =>
    String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
  );
  if (word !== text && number.test(word)) return word;
  const sign = word.startsWith('-') ? '-' : '';
  const bare = word.replace(/^[+-]/, '');
  if (/^0[xX][\da-fA-F]{1,13}$/.test(bare) || /^0[oO][0-7]{1,17}$/.test(bare) || /^0[bB][01]{1,53}$/.test(bare))
    return sign + Number(bare).toString();
  if (/^\d{1,3}(?:_\d{3})+$/.test(bare)) return sign + bare.replaceAll('_', '');
  const parts = /^(\d*)(?:\.(\d*))?(?:[eE]([+-]?)(\d*))?$/.exec(bare);
  if (!parts || !/^[.\d]/.test(bare) || bare === '.') return bare === '' && word ? `${sign}0` : undefined;
  const [, whole = '', fraction, exponentSign = '', exponent] = parts;
  // A leading zero may be part of a name or a code, so only what strict JSON would read without it is taken for a number.
  if (/^0\d/.test(whole)) return undefined;
  const tail = fraction === undefined ? '' : `.${fraction || '0'}`;
  return `${sign}${whole || '0'}${tail}${exponent ? `e${exponentSign}${exponent}` : ''}`;
}

/** Whether something has to be computed or looked up: a call, an index, an operator between operands, a placeholder. */
function isExpression(word: string): boolean {
  if (/[([]$/.test(word) || /^<.*>$/.test(word) || /\$\{/.test(word)) return true;
  if (/^[\d\s().]+(?:\s*(?:\*\*|[*/%+-])\s*[\d.()]+)+$/.test(word))
    return !/^\d{1,4}([-/])\d{1,2}\1\d{1,4}$/.test(word);
  if (/^-\s*[\p{L}_]|^(?:lambda|await|new)\s|=>|\s(?:[<>]=?|[!=]==?|&&|\|\|?)\s|\sif\s.*\selse\s/u.test(word))
    return true;
  return /^[\p{L}\p{N}_$.<]+>?\s*(?:\*|\s\+\s|\s-\s|\s\/\s)/u.test(word);
}

/** Whether unquoted text is one plain name, like that of a variable. */
export function isIdentifier(word: string): boolean {
  return word.length <= longestLooked && ((word !== '' && isPlainName(word)) || identifier.test(word));
}

/** The end of the unquoted key at `position`, without the blanks after it; `position` where there is none. */
export function keyEnd(text: string, position: number): number {
  let end = position;
  for (let i = position; i < text.length && i - position < 200; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x20) continue;
    if (!isNameCode(code) && code !== 0x2d && code !== 0x2e && code !== slash && code !== 0x40) break;
    if (isDigit(code) || isNameCode(code) || i > position) end = i + 1;
    else break;
  }
  return end;
}
