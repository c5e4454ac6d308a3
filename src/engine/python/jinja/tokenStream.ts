import { pyRepr } from '../repr.ts';
import { JinjaError } from './jinjaError.ts';

/** Jinja's token stream: one current token, and a look at the next. An expression such as `name:in` means a name with that text. */
export class TokenStream {
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#check(0);
  }

  get current(): Token {
    return this.#tokens[this.#index]!;
  }

  /** The end of the token before the current one. */
  get lastEnd(): number {
    return this.#tokens[this.#index - 1]?.end ?? 0;
  }

  /** Goes one token on, and gives the one that was current. */
  next(): Token {
    const { current } = this;
    if (current.type !== 'eof') {
      this.#check(this.#index + 1);
      this.#index++;
    }
    return current;
  }

  skip(count: number): void {
    for (let i = 0; i < count; i++) this.next();
  }

  look(): Token {
    const at = Math.min(this.#index + 1, this.#tokens.length - 1);
    this.#check(at);
    return this.#tokens[at]!;
  }

  is(...expressions: readonly string[]): boolean {
    return expressions.some(expression => matches(this.current, expression));
  }

  skipIf(expression: string): boolean {
    if (!this.is(expression)) return false;
    this.next();
    return true;
  }

  /** The current token, which must be of that kind. Raises `TemplateSyntaxError`. */
  expect(expression: string): Token {
    if (this.is(expression)) return this.next();
    const expected = pyRepr(describeExpression(expression));
    throw this.error(
      this.current.type === 'eof'
        ? `unexpected end of template, expected ${expected}.`
        : `expected token ${expected}, got ${pyRepr(describeToken(this.current))}`,
    );
  }

  /** A `TemplateSyntaxError` at a token, by default the current one. */
  error(message: string, at: Token = this.current, className = 'TemplateSyntaxError'): JinjaError {
    return new JinjaError(className, message, { start: at.start, end: at.end });
  }

  #check(index: number): void {
    const error = this.#tokens[index]?.error;
    if (error) throw error;
  }
}

/** Whether a token is what a token expression names. */
function matches(token: Token, expression: string): boolean {
  const colon = expression.indexOf(':');
  if (colon === -1) return token.type === expression;
  return token.type === expression.slice(0, colon) && token.value === expression.slice(colon + 1);
}

/** A token expression in Jinja's words. */
export function describeExpression(expression: string): string {
  const colon = expression.indexOf(':');
  return colon === -1 ? describeType(expression) : expression.slice(colon + 1);
}

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
function describeType(type: string): string {
  return operatorNames.get(type) ?? described[type] ?? type;
}

/** A token in Jinja's words: the name itself, or its kind. */
export function describeToken({ type, value }: Token): string {
  return type === 'name' ? value : describeType(type);
}
