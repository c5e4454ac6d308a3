import type { JinjaError } from './jinjaError.ts';

/** The kinds of tokens, as Jinja names them; an operator's kind is its name (`add`, `lparen`, …). */
export interface Token {
  readonly type: string;
  /** A name, the text of data or of a string, the digits of a number. */
  readonly value: string;
  readonly line: number;
  /** Offsets in the template's text. */
  readonly start: number;
  readonly end: number;
  /** Raised when the parser comes to this token: what cannot be read further. */
  readonly error?: JinjaError;
}

/** The kinds of operators by their text. */
export const operators: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '/': 'div',
  '//': 'floordiv',
  '*': 'mul',
  '%': 'mod',
  '**': 'pow',
  '~': 'tilde',
  '[': 'lbracket',
  ']': 'rbracket',
  '(': 'lparen',
  ')': 'rparen',
  '{': 'lbrace',
  '}': 'rbrace',
  '==': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'gteq',
  '<': 'lt',
  '<=': 'lteq',
  '=': 'assign',
  '.': 'dot',
  ':': 'colon',
  '|': 'pipe',
  ',': 'comma',
  ';': 'semicolon',
};
const operatorNames = new Map(Object.entries(operators).map(([text, name]) => [name, text]));

const described: Readonly<Record<string, string>> = {
  block_begin: 'begin of statement block',
  block_end: 'end of statement block',
  variable_begin: 'begin of print statement',
  variable_end: 'end of print statement',
  data: 'template data / text',
  eof: 'end of template',
};

/** A kind of token in Jinja's words. */
export function describeType(type: string): string {
  return operatorNames.get(type) ?? described[type] ?? type;
}

/** A token in Jinja's words: the name itself, or its kind. */
export function describeToken({ type, value }: Token): string {
  return type === 'name' ? value : describeType(type);
}
