import { scriptJsonParse } from '../langchainError.ts';

/**
 * LangChain.js's `parseJsonMarkdown`: what stands in the first fence of a text, or the text; read by `read`. Throws
 * what `read` throws.
 */
export function parseScriptMarkdown(output: string, read: (text: string) => unknown = scriptJsonParse): unknown {
  const text = output.trim();
  const first = text.indexOf('```');
  if (first < 0) return read(text);
  let content = text.slice(first + 3);
  const label = ['json\n', 'json', '\n'].find(word => content.startsWith(word));
  if (label !== undefined) content = content.slice(label.length);
  const last = content.indexOf('```');
  return read((last < 0 ? content : content.slice(0, last)).trim());
}

/** What stands between the quotes of a string, as far as it goes. */
const inside = /[^"\\]*(?:\\.[^"\\]*)*/y;

/**
 * What `@langchain/core` makes of line feeds before it reads JSON: those in strings are escaped, the others go. It looks for
 * strings with `/"([^"\\]*(?:\\.[^"\\]*)*)"/g`; here a quote within one that never ends is not tried, as it would end at
 * the same place. Linear.
 */
export function withLineFeeds(json: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let start = json.indexOf('"'); start >= 0; start = json.indexOf('"', inside.lastIndex + 1)) {
    inside.lastIndex = start + 1;
    inside.test(json);
    const end = inside.lastIndex;
    if (json.charAt(end) !== '"') continue;
    parts.push(json.slice(done, start).replaceAll('\n', ''), json.slice(start, end).replaceAll('\n', '\\n'), '"');
    done = end + 1;
  }
  parts.push(json.slice(done).replaceAll('\n', ''));
  return parts.join('');
}

/** LangChain.js's `parsePartialJson`: the value of cut JSON, `null` where it cannot be read. Linear. */
export function parseScriptPartial(text: unknown): unknown {
  if (text === undefined) return null;
  try {
    return JSON.parse(text as string);
  } catch {
    // Reads on below.
  }
  try {
    return readCut(String(text).trim());
  } catch (error) {
    // A RangeError is the stack's end, which JavaScript's reader meets as well.
    if (error instanceof Unreadable || error instanceof RangeError) return null;
    throw error;
  }
}

class Unreadable extends Error {}

const space = /\s/;
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  b: '\b',
  f: '\f',
  '/': '/',
};
const words: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
];
const number = /-?(?:0|[1-9]\d*)?(?:\.\d*)?(?:[eE][-+]?\d*)?/y;

function readCut(text: string): unknown {
  let pos = 0;
  const skip = () => {
    while (pos < text.length && space.test(text.charAt(pos))) pos++;
  };
  const isAtEnd = () => {
    skip();
    return pos >= text.length;
  };

  const readString = (): string => {
    if (text.charAt(pos) !== '"') throw new Unreadable();
    const parts: string[] = [];
    let from = ++pos;
    for (; pos < text.length; pos++) {
      const character = text.charAt(pos);
      if (character === '"') {
        parts.push(text.slice(from, pos++));
        return parts.join('');
      }
      if (character !== '\\') continue;
      parts.push(text.slice(from, pos++));
      if (pos >= text.length) return `${parts.join('')}\\`;
      const letter = text.charAt(pos);
      if (letter === 'u') {
        const hex = text.slice(pos + 1, pos + 5);
        if (!/^[\da-fA-F]*$/.test(hex)) throw new Unreadable();
        parts.push(hex.length === 4 ? String.fromCharCode(Number.parseInt(hex, 16)) : `u${hex}`);
        pos += hex.length;
      } else {
        const meant = escapes[letter];
        if (meant === undefined) throw new Unreadable();
        parts.push(meant);
      }
      from = pos + 1;
    }
    return parts.join('') + text.slice(from);
  };

  const readNumber = (): number => {
    number.lastIndex = pos;
    const written = number.exec(text)?.[0] ?? '';
    if (/^-?0$/.test(written) && /\d/.test(text.charAt(pos + written.length))) throw new Unreadable();
    pos += written.length;
    if (written === '-') return -0;
    const value = Number.parseFloat(written);
    if (Number.isNaN(value)) throw new Unreadable();
    return value;
  };

  const readValue = (): unknown => {
    if (isAtEnd()) throw new Unreadable();
    const character = text.charAt(pos);
    if (character === '{') return readObject();
    if (character === '[') return readArray();
    if (character === '"') return readString();
    for (const [word, value] of words)
      if (word.startsWith(text.slice(pos, pos + word.length))) {
        pos = Math.min(pos + word.length, text.length);
        return value;
      }
    if (character === '-' || (character >= '0' && character <= '9')) return readNumber();
    throw new Unreadable();
  };

  const readArray = (): unknown[] => {
    const array: unknown[] = [];
    pos++;
    if (isAtEnd()) return array;
    if (text.charAt(pos) === ']') {
      pos++;
      return array;
    }
    while (!isAtEnd()) {
      array.push(readValue());
      if (isAtEnd()) return array;
      const mark = text.charAt(pos++);
      if (mark === ']') return array;
      if (mark !== ',') throw new Unreadable();
    }
    return array;
  };

  const readObject = (): Record<string, unknown> => {
    const object: Record<string, unknown> = {};
    pos++;
    if (isAtEnd()) return object;
    if (text.charAt(pos) === '}') {
      pos++;
      return object;
    }
    while (!isAtEnd()) {
      const key = readString();
      if (isAtEnd()) return object;
      if (text.charAt(pos++) !== ':') throw new Unreadable();
      if (isAtEnd()) return object;
      // An assignment, as there: `__proto__` sets the prototype.
      object[key] = readValue();
      if (isAtEnd()) return object;
      const mark = text.charAt(pos++);
      if (mark === '}') return object;
      if (mark !== ',') throw new Unreadable();
    }
    return object;
  };

  const value = readValue();
  if (!isAtEnd()) throw new Unreadable();
  return value;
}
