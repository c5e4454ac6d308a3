const maxDepth = 200;

/**
 * What `jiter`, the reader of JSON below Pydantic's `model_validate_json`, finds wrong with a text, with its place:
 * lines from 1, columns in bytes; `undefined` where nothing is. Linear.
 */
export function jiterFault(text: string): string | undefined {
  try {
    readDocument(text);
  } catch (fault) {
    if (fault instanceof Fault) return `${fault.message} at ${placeOf(text, fault.at)}`;
    throw fault;
  }
  return undefined;
}

class Fault extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** The place of the unit at `at`, or of the end: of a character of several bytes it is the first. */
function placeOf(text: string, at: number): string {
  const before = text.slice(0, Math.min(at + 1, text.length));
  const line = before.split('\n').length;
  const begin = before.lastIndexOf('\n') + 1;
  let column = at < text.length && begin <= at ? 1 : 0;
  for (const character of text.slice(begin, at)) {
    const code = character.codePointAt(0) ?? 0;
    column += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return `line ${line} column ${column}`;
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;

function readDocument(text: string): void {
  let pos = 0;
  const skip = () => {
    while (pos < text.length && ' \t\r\n'.includes(text.charAt(pos))) pos++;
  };
  const eof = (what: string): never => {
    throw new Fault(`EOF while parsing ${what}`, text.length);
  };

  const readString = (): void => {
    pos++;
    for (; pos < text.length; pos++) {
      const character = text.charAt(pos);
      if (character === '"') {
        pos++;
        return;
      }
      if (character < ' ') throw new Fault('control character (\\u0000-\\u001F) found while parsing a string', pos);
      if (character !== '\\') continue;
      pos++;
      if (pos >= text.length) eof('a string');
      const letter = text.charAt(pos);
      if (letter === 'u') {
        if (pos + 4 >= text.length) eof('a string');
        for (let i = 1; i <= 4; i++)
          if (!/[\da-fA-F]/.test(text.charAt(pos + i))) throw new Fault('invalid escape', pos + i);
        pos += 4;
      } else if (!'"\\/bfnrt'.includes(letter)) throw new Fault('invalid escape', pos);
    }
    eof('a string');
  };

  const readWord = (word: string): void => {
    for (let i = 0; i < word.length; i++) {
      if (pos + i >= text.length) eof('a value');
      if (text.charAt(pos + i) !== word.charAt(i)) throw new Fault('expected ident', pos + i);
    }
    pos += word.length;
  };

  const readNumber = (): void => {
    if (text.startsWith('-I', pos)) {
      pos++;
      readWord('Infinity');
      return;
    }
    number.lastIndex = pos;
    if (!number.test(text)) {
      if (pos + 1 >= text.length) eof('a value');
      throw new Fault('invalid number', pos + 1);
    }
    const end = number.lastIndex;
    const next = text.charAt(end);
    const digits = text.slice(pos, end);
    // A second point, or exponent, is none of the number.
    if ((next === '.' && !/[.e]/i.test(digits)) || (/e/i.test(next) && !/e/i.test(digits))) {
      const signed = next !== '.' && '+-'.includes(text.charAt(end + 1) || '.') ? end + 2 : end + 1;
      if (signed >= text.length) eof('a value');
      throw new Fault('invalid number', signed);
    }
    if (/^-?0$/.test(digits) && /\d/.test(next)) throw new Fault('invalid number', end);
    pos = end;
  };

  const readValue = (depth: number): void => {
    const character = text.charAt(pos);
    if (depth > maxDepth) throw new Fault('recursion limit exceeded', pos);
    if (character === '') eof('a value');
    else if (character === '"') readString();
    else if (character === '{') readObject(depth);
    else if (character === '[') readList(depth);
    else if (character === 't') readWord('true');
    else if (character === 'f') readWord('false');
    else if (character === 'n') readWord('null');
    else if (character === 'N') readWord('NaN');
    else if (character === 'I') readWord('Infinity');
    else if (character === '-' || (character >= '0' && character <= '9')) readNumber();
    else throw new Fault('expected value', pos);
  };

  const readList = (depth: number): void => {
    pos++;
    skip();
    if (pos >= text.length) eof('a list');
    if (text.charAt(pos) === ']') {
      pos++;
      return;
    }
    for (;;) {
      readValue(depth + 1);
      skip();
      if (pos >= text.length) eof('a list');
      if (text.charAt(pos) === ']') break;
      if (text.charAt(pos) !== ',') throw new Fault('expected `,` or `]`', pos);
      pos++;
      skip();
      if (text.charAt(pos) === ']') throw new Fault('trailing comma', pos);
    }
    pos++;
  };

  const readObject = (depth: number): void => {
    pos++;
    skip();
    if (pos >= text.length) eof('an object');
    if (text.charAt(pos) === '}') {
      pos++;
      return;
    }
    for (;;) {
      if (pos >= text.length) eof('a value');
      if (text.charAt(pos) === '}') throw new Fault('trailing comma', pos);
      if (text.charAt(pos) !== '"') throw new Fault('key must be a string', pos);
      readString();
      skip();
      if (pos >= text.length) eof('an object');
      if (text.charAt(pos) !== ':') throw new Fault('expected `:`', pos);
      pos++;
      skip();
      readValue(depth + 1);
      skip();
      if (pos >= text.length) eof('an object');
      if (text.charAt(pos) === '}') break;
      if (text.charAt(pos) !== ',') throw new Fault('expected `,` or `}`', pos);
      pos++;
      skip();
    }
    pos++;
  };

  skip();
  readValue(0);
  skip();
  if (pos < text.length) throw new Fault('trailing characters', pos);
}
