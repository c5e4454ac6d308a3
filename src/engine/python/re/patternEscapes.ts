import { EngineError } from '../../core/errors.ts';
import { codePointLength } from '../codePoints.ts';
import type { Anchor, Category, Node, SetItem } from './ast.ts';
import type { Tokenizer } from './patternTokenizer.ts';
import { untranslatable } from './untranslatable.ts';

const plain: ReadonlyMap<string, number> = new Map([
  ['\\a', 7],
  ['\\b', 8],
  ['\\f', 12],
  ['\\n', 10],
  ['\\r', 13],
  ['\\t', 9],
  ['\\v', 11],
  ['\\\\', 92],
]);

const categories: ReadonlyMap<string, { readonly category: Category; readonly negated: boolean }> = new Map([
  ['\\d', { category: 'digit', negated: false }],
  ['\\D', { category: 'digit', negated: true }],
  ['\\s', { category: 'space', negated: false }],
  ['\\S', { category: 'space', negated: true }],
  ['\\w', { category: 'word', negated: false }],
  ['\\W', { category: 'word', negated: true }],
]);

const anchors: ReadonlyMap<string, Anchor> = new Map([
  ['\\A', 'beginningString'],
  ['\\b', 'boundary'],
  ['\\B', 'nonBoundary'],
  ['\\Z', 'endString'],
]);

const octal = /^[0-7]$/;
const hex = /^[0-9a-fA-F]$/;

/** A single character, or a category. */
export type CharacterEscape = { readonly code: number } | Extract<SetItem, { category: Category }>;

/** Reads the rest of an escape in a set, whose token is `token`. Raises `re.error`. */
function readSetEscape(source: Tokenizer, token: string): CharacterEscape {
  const simple = readKnown(token);
  if (simple) return simple;
  if (octal.test(token.slice(1))) {
    const text = token + source.getWhile(2, octal);
    return { code: octalCode(source, text) };
  }
  return readCharacter(source, token);
}

/** An escape outside a set. */
export type Escape = CharacterEscape | { readonly anchor: Anchor } | { readonly group: number; readonly text: string };

/** Reads the rest of an escape outside a set. A group number comes back unchecked, with the text it was written as. Raises `re.error`. */
export function readEscape(source: Tokenizer, token: string): Escape {
  const anchor = anchors.get(token);
  if (anchor) return { anchor };
  const simple = readKnown(token);
  if (simple) return simple;
  if (token === '\\0') return { code: Number.parseInt((token + source.getWhile(2, octal)).slice(1), 8) };
  if (/^\\[1-9]$/.test(token)) {
    let text = token + source.getWhile(1, /^[0-9]$/);
    if (/^\\[0-7]{2}$/.test(text) && source.next !== undefined && octal.test(source.next)) {
      text += source.get();
      return { code: octalCode(source, text) };
    }
    return { group: Number(text.slice(1)), text };
  }
  return readCharacter(source, token);
}

function readKnown(token: string): CharacterEscape | undefined {
  const code = plain.get(token);
  return code === undefined ? categories.get(token) : { code };
}

function octalCode(source: Tokenizer, text: string): number {
  const code = Number.parseInt(text.slice(1), 8);
  if (code > 0o377) throw source.error(`octal escape value ${text} outside of range 0-0o377`, text.length);
  return code;
}

const hexDigits: ReadonlyMap<string, number> = new Map([
  ['\\x', 2],
  ['\\u', 4],
  ['\\U', 8],
]);

function readCharacter(source: Tokenizer, token: string): CharacterEscape {
  const digits = hexDigits.get(token);
  if (digits !== undefined) {
    const text = token + source.getWhile(digits, hex);
    if (text.length !== digits + 2) throw source.error(`incomplete escape ${text}`, text.length);
    const code = Number.parseInt(text.slice(2), 16);
    if (code > 0x7fffffff) throw new EngineError('OverflowError', 'Python int too large to convert to C int');
    if (code > 0x10ffff) throw source.error(`bad escape ${text}`, text.length);
    return { code };
  }
  if (token === '\\N') {
    const position = source.tell() - 2;
    if (!source.match('{')) throw source.error('missing {');
    const name = source.getUntil('}', 'character name');
    throw untranslatable(`the character name \\N{${name}}`, position, 'Write the character itself, or its \\u code');
  }
  const escaped = token.slice(1);
  if (/[a-zA-Z0-9]/.test(escaped)) throw source.error(`bad escape ${token}`, 2);
  return { code: escaped.codePointAt(0) ?? 0 };
}

/** Reads a set behind its `[` at `position`, up to and with its `]`. Raises `re.error`. */
export function readSet(source: Tokenizer, position: number): Node {
  const negated = source.match('^');
  const items: SetItem[] = [];
  for (;;) {
    const token = take(source, position);
    // A bracket that comes first is a member.
    if (token === ']' && items.length > 0) break;
    const low = readMember(source, token);
    if (!source.match('-')) {
      items.push(asItem(low));
      continue;
    }
    const last = take(source, position);
    if (last === ']') {
      items.push(asItem(low), asItem({ code: 0x2d }));
      break;
    }
    const high = readMember(source, last);
    if (!('code' in low) || !('code' in high) || high.code < low.code)
      throw source.error(`bad character range ${token}-${last}`, codePointLength(token) + 1 + codePointLength(last));
    items.push({ low: low.code, high: high.code });
  }
  return { type: 'set', negated, items };
}

function take(source: Tokenizer, position: number): string {
  const token = source.get();
  if (token === undefined) throw source.error('unterminated character set', source.tell() - position);
  return token;
}

function readMember(source: Tokenizer, token: string): CharacterEscape {
  return token.startsWith('\\') ? readSetEscape(source, token) : { code: token.codePointAt(0) ?? 0 };
}

function asItem(member: CharacterEscape): SetItem {
  return 'code' in member ? { low: member.code, high: member.code } : member;
}
