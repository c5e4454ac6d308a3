// json/: JSON and JSONC text with the place of every part, and edits of it.

import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type Problem, problem } from '../core/problem.ts';
import { type PyValue, pyFloat, pyInt } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';

/** How deep a definition file may nest. jsonc-parser reads recursively, so deeper text could exhaust the stack. */
const maxNesting = 400;

/** JSON with comments, read as far as it can be. Values are taken from the text itself, so that `1.0` and big integers stay exact. */
export interface JsonSource {
  readonly text: string;
  readonly root: Node | undefined;
  readonly problems: readonly Problem[];
}

/** Reads JSON with comments and trailing commas. Never throws; a byte order mark at the start is white space. */
export function readJson(text: string): JsonSource {
  // Same length, so that every offset still fits the text that was given.
  const json = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const tooDeep = findTooDeep(json);
  if (tooDeep) {
    const message = `Nested deeper than ${maxNesting} levels, which is more than ParserLens reads. Flatten this part.`;
    return { text, root: undefined, problems: [problem('syntax-error', message, tooDeep)] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(json, errors, { allowTrailingComma: true, disallowComments: false, allowEmptyContent: false });
  const first = errors.filter((error, i) => i === 0 || !isConsequence(json, errors[i - 1]!, error));
  return { text, root, problems: first.slice(0, 100).map(error => syntaxProblem(json, error, root)) };
}

/**
 * The Python value of a node, exact: ints of any size, floats as floats. The last of two equal keys wins at the place
 * of the first, as in Python; `onDuplicate` is told of the later key.
 */
export function toPython(node: Node, text: string, onDuplicate?: (key: Node) => void): PyValue {
  switch (node.type) {
    case 'object': {
      const dict = new Map<string, PyValue>();
      for (const { key, value } of members(node)) {
        if (onDuplicate && dict.has(key.value)) onDuplicate(key);
        dict.set(key.value, value ? toPython(value, text, onDuplicate) : null);
      }
      return dict;
    }
    case 'array':
      return (node.children ?? []).map(child => toPython(child, text, onDuplicate));
    case 'number':
      return readNumber(text.slice(node.offset, node.offset + node.length));
    default:
      return node.value ?? null;
  }
}

/** A member of an object. */
export interface Member {
  readonly key: Node;
  /** Absent where the text is broken. */
  readonly value: Node | undefined;
}

/** The members of an object in text order; none for any other value. */
export function members(node: Node | undefined): readonly Member[] {
  const found: Member[] = [];
  if (node?.type !== 'object' || !node.children) return found;
  for (const { children } of node.children) if (children?.[0]) found.push({ key: children[0], value: children[1] });
  return found;
}

/** The span of a node, quotes and brackets included. */
export function spanOfNode(node: Node): Span {
  return { start: node.offset, end: node.offset + node.length };
}

function readNumber(raw: string): PyValue {
  if (/[.eE]/.test(raw)) return pyFloat(Number(raw));
  // Number() first: BigInt() is quadratic in the digits and most integers are short.
  const number = Number(raw);
  return Number.isSafeInteger(number) ? number + 0 : pyInt(BigInt(raw));
}

/** Where a text nests too deeply to be read; `undefined` where it does not. */
export function findTooDeep(json: string): Span | undefined {
  let opening = 0;
  for (let i = json.search(/[[{]/); i >= 0 && i < json.length; i++) {
    const char = json.charCodeAt(i);
    if ((char === 0x5b || char === 0x7b) && ++opening > maxNesting) break;
  }
  // Most files have few brackets in all, then their nesting need not be known.
  if (opening <= maxNesting) return undefined;
  const scanner = createScanner(json, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== tokens.end; token = scanner.scan()) {
    if (token === tokens.openBrace || token === tokens.openBracket) depth++;
    else if (token === tokens.closeBrace || token === tokens.closeBracket) depth--;
    if (depth > maxNesting) return { start: scanner.getTokenOffset(), end: scanner.getTokenOffset() + 1 };
  }
  return undefined;
}

/** jsonc-parser's kinds of tokens, which it exports as a const enum that isolated modules cannot read. */
export const tokens = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  string: 10,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  trivia: 15,
  unknown: 16,
  end: 17,
} as const;

const syntaxMessages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'is not JSON. A text needs double quotes.',
  PropertyNameExpected: 'A key in double quotes is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is expected here.',
  CommaExpected: 'A comma is expected here.',
  CloseBraceExpected: 'The object is not closed: `}` is expected here.',
  CloseBracketExpected: 'The list is not closed: `]` is expected here.',
  EndOfFileExpected: 'The file should end here.',
  UnexpectedEndOfComment: 'The comment is not closed: `*/` is missing.',
  UnexpectedEndOfString: 'The text is not closed: `"` is missing.',
  UnexpectedEndOfNumber: 'The number is not complete.',
  InvalidUnicode: 'Four hexadecimal digits must follow `\\u`.',
  InvalidEscapeCharacter: 'This escape does not exist in JSON. A backslash itself is written `\\\\`.',
  InvalidCharacter: 'A control character must be escaped (`\\n` for a line feed, `\\t` for a tab).',
};

/** True when an error only says again that the one before it is there: on the same line, or with nothing but white space between. */
function isConsequence(json: string, before: ParseError, error: ParseError): boolean {
  const between = json.slice(before.offset + before.length, error.offset);
  return !between.includes('\n') || between.trim() === '';
}

/** Whether a member of an object stands at an offset, perhaps behind a comma: what is left when its object was closed too early. */
function isMemberAt(json: string, offset: number): boolean {
  const scanner = createScanner(json, true);
  scanner.setPosition(offset);
  const token: number = scanner.scan();
  const key: number = token === tokens.comma ? scanner.scan() : token;
  return key === tokens.string && (scanner.scan() as number) === tokens.colon;
}

/** The bracket too many, where that is why the text goes on behind its value: one that closes nothing, or one that closes the object before its last members. */
function extraBracket(json: string, offset: number, root: Node | undefined): Problem | undefined {
  if (root?.type !== 'object' && root?.type !== 'array') return undefined;
  const bracket = json.charAt(offset);
  if (bracket === '}' || bracket === ']') {
    const message = `This \`${bracket}\` is one too many: everything is closed before it.`;
    return problem('syntax-error', message, { start: offset, end: offset + 1 });
  }
  if (root.type !== 'object' || !isMemberAt(json, offset)) return undefined;
  const end = root.offset + root.length;
  const message = 'This `}` closes the whole object, but members follow: there is one `}` too many here or before.';
  return problem('syntax-error', message, { start: end - 1, end });
}

function syntaxProblem(json: string, { error, offset, length }: ParseError, root: Node | undefined): Problem {
  const code = printParseErrorCode(error);
  const extra = code === 'EndOfFileExpected' ? extraBracket(json, offset, root) : undefined;
  if (extra) return extra;
  // An error at the end of the file has no length; the last character before it can be underlined.
  const start = length === 0 && offset >= json.length ? Math.max(0, json.length - 1) : offset;
  const end = Math.min(json.length, Math.max(offset + length, start + 1));
  if (code === 'ValueExpected' && json.trim() === '')
    return problem('empty-file', 'The file is empty. A definition is an object with a `type`.', { start: 0, end });
  const words = syntaxMessages[code] ?? code;
  const word = code === 'InvalidSymbol' ? `\`${json.slice(offset, offset + Math.min(length, 40))}\` ` : '';
  return problem('syntax-error', word + words, { start, end });
}
