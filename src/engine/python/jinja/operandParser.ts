import { pyRepr } from '../repr.ts';
import type { Arguments, Expression } from './node.ts';
import { TokenStream } from './tokenStream.ts';
import { describeToken, type Token } from './tokens.ts';

/** How deep expressions may nest: deeper ones are `RecursionError`, as in Python. */
const maxDepth = 150;
/** How high the tree of an expression may be: `1+1+…` is one as well, of which Python compiles some 490 terms. */
const maxHeight = 490;

interface TupleOptions {
  readonly simplified?: boolean;
  readonly noCondition?: boolean;
  readonly endsAt?: string;
  readonly inParentheses?: boolean;
  readonly withNamespace?: boolean;
}

const noArguments: Arguments = { args: [], keywords: [], dynamicArgs: undefined, dynamicKeywords: undefined };

/**
 * The part of Jinja's parser that reads operands: names, constants, lists, dicts and tuples, with the calls, subscripts,
 * filters and tests behind them. Raises `TemplateSyntaxError` in Jinja's words.
 */
export abstract class OperandParser {
  protected readonly stream: TokenStream;
  #depth = 0;
  readonly #heights = new WeakMap<object, number>();

  constructor(tokens: readonly Token[]) {
    this.stream = new TokenStream(tokens);
  }

  /** An expression of any kind. */
  protected abstract expression(withCondition?: boolean): Expression;

  /** Counts how deep what it reads is nested. */
  protected nested<T>(read: () => T): T {
    if (++this.#depth > maxDepth)
      throw this.stream.error('maximum recursion depth exceeded', undefined, 'RecursionError');
    const value = read();
    this.#depth--;
    return value;
  }

  protected tuple(options: TupleOptions = {}): Expression {
    const start = this.stream.current;
    const items: Expression[] = [];
    let isTuple = false;
    for (;;) {
      if (items.length > 0) this.stream.expect('comma');
      if (this.stream.is('variable_end', 'block_end', 'rparen', ...(options.endsAt ? [options.endsAt] : []))) break;
      items.push(
        options.simplified ? this.primary(options.withNamespace) : this.expression(options.noCondition !== true),
      );
      if (!this.stream.is('comma')) break;
      isTuple = true;
    }
    if (!isTuple) {
      if (items[0]) return items[0];
      if (!options.inParentheses)
        throw this.stream.error(`Expected an expression, got ${pyRepr(describeToken(this.stream.current))}`);
    }
    return this.node(start, { type: 'tuple', items });
  }

  protected filters(operand: Expression | undefined, startsInline = false): Expression | undefined {
    let node = operand;
    let isInline = startsInline;
    while (isInline || this.stream.is('pipe')) {
      const start = this.stream.current;
      if (!isInline) this.stream.next();
      const name = this.#dottedName();
      const given = this.stream.is('lparen') ? this.#callArguments() : noArguments;
      node = this.node(node ?? start, { type: 'filter', operand: node, name, given }, start.line);
      isInline = false;
    }
    return node;
  }

  protected primary(withNamespace = false): Expression {
    const { stream } = this;
    const token = stream.current;
    switch (token.type) {
      case 'name': {
        stream.next();
        if (/^([tT]rue|[fF]alse)$/.test(token.value))
          return this.node(token, { type: 'const', value: token.value.toLowerCase() === 'true' });
        if (/^[nN]one$/.test(token.value)) return this.node(token, { type: 'const', value: null });
        if (!withNamespace || !stream.is('dot')) return this.node(token, { type: 'name', name: token.value });
        stream.next();
        const attribute = stream.expect('name').value;
        return this.node(token, { type: 'nsref', name: token.value, attribute });
      }
      case 'string': {
        let value = stream.next().value;
        while (stream.is('string')) value += stream.next().value;
        return this.node(token, { type: 'const', value });
      }
      case 'integer':
      case 'float':
        stream.next();
        return this.node(token, { type: 'number', text: token.value, isFloat: token.type === 'float' });
      case 'lparen': {
        stream.next();
        const inner = this.tuple({ inParentheses: true });
        stream.expect('rparen');
        return inner;
      }
      case 'lbracket':
        return this.#list();
      case 'lbrace':
        return this.#dict();
      default:
        throw stream.error(`unexpected ${pyRepr(describeToken(token))}`, token);
    }
  }

  protected postfix(operand: Expression): Expression {
    let node = operand;
    for (;;) {
      if (this.stream.is('dot', 'lbracket')) node = this.#subscript(node);
      else if (this.stream.is('lparen')) node = this.#call(node);
      else return node;
    }
  }

  protected filterExpression(operand: Expression): Expression {
    let node = operand;
    for (;;) {
      if (this.stream.is('pipe')) node = this.filters(node) ?? node;
      else if (this.stream.is('name:is')) node = this.#test(node);
      else if (this.stream.is('lparen')) node = this.#call(node);
      else return node;
    }
  }

  #subscript(object: Expression): Expression {
    const { stream } = this;
    if (stream.next().type === 'dot') {
      const token = stream.next();
      if (token.type === 'name') return this.node(object, { type: 'getattr', object, attribute: token.value });
      if (token.type !== 'integer') throw stream.error('expected name or number', token);
      const argument = this.node(token, { type: 'number', text: token.value, isFloat: false });
      return this.node(object, { type: 'getitem', object, argument });
    }
    const items: Expression[] = [];
    const start = stream.current;
    while (!stream.is('rbracket')) {
      if (items.length > 0) stream.expect('comma');
      items.push(this.#subscribed());
    }
    stream.expect('rbracket');
    const [only] = items;
    const argument = only && items.length === 1 ? only : this.node(start, { type: 'tuple', items });
    return this.node(object, { type: 'getitem', object, argument });
  }

  #subscribed(): Expression {
    const { stream } = this;
    const token = stream.current;
    let start: Expression | undefined;
    if (!stream.is('colon')) {
      start = this.expression();
      if (!stream.is('colon')) return start;
    }
    stream.next();
    const stop = stream.is('colon', 'rbracket', 'comma') ? undefined : this.expression();
    const step = stream.skipIf('colon') && !stream.is('rbracket', 'comma') ? this.expression() : undefined;
    return this.node(token, { type: 'slice', start, stop, step });
  }

  #call(callee: Expression): Expression {
    return this.node(callee, { type: 'call', callee, given: this.#callArguments() });
  }

  #callArguments(): Arguments {
    const { stream } = this;
    const open = stream.expect('lparen');
    const args: Expression[] = [];
    const keywords: { name: string; value: Expression }[] = [];
    let dynamicArgs: Expression | undefined;
    let dynamicKeywords: Expression | undefined;
    const ensure = (isValid: boolean) => {
      if (!isValid) throw stream.error('invalid syntax for function call expression', open);
    };
    for (let needsComma = false; !stream.is('rparen'); needsComma = true) {
      if (needsComma) {
        stream.expect('comma');
        if (stream.is('rparen')) break;
      }
      if (stream.is('mul')) {
        ensure(!dynamicArgs && !dynamicKeywords);
        stream.next();
        dynamicArgs = this.expression();
      } else if (stream.is('pow')) {
        ensure(!dynamicKeywords);
        stream.next();
        dynamicKeywords = this.expression();
      } else if (stream.is('name') && stream.look().type === 'assign') {
        ensure(!dynamicKeywords);
        const name = stream.current.value;
        stream.skip(2);
        keywords.push({ name, value: this.expression() });
      } else {
        ensure(!dynamicArgs && !dynamicKeywords && keywords.length === 0);
        args.push(this.expression());
      }
    }
    stream.expect('rparen');
    return { args, keywords, dynamicArgs, dynamicKeywords };
  }

  #test(operand: Expression): Expression {
    const { stream } = this;
    stream.next();
    const isNegated = stream.skipIf('name:not');
    const name = this.#dottedName();
    let given = noArguments;
    if (stream.is('lparen')) given = this.#callArguments();
    else if (
      stream.is('name', 'string', 'integer', 'float', 'lbracket', 'lbrace') &&
      !stream.is('name:else', 'name:or', 'name:and')
    ) {
      if (stream.is('name:is')) throw stream.error('You cannot chain multiple tests with is');
      given = { ...noArguments, args: [this.postfix(this.primary())] };
    }
    const node = this.node(operand, { type: 'test', operand, name, given });
    return isNegated ? this.node(operand, { type: 'not', operand: node }) : node;
  }

  #dottedName(): string {
    let name = this.stream.expect('name').value;
    while (this.stream.skipIf('dot')) name += `.${this.stream.expect('name').value}`;
    return name;
  }

  #list(): Expression {
    const start = this.stream.expect('lbracket');
    const items: Expression[] = [];
    while (!this.stream.is('rbracket')) {
      if (items.length > 0) this.stream.expect('comma');
      if (this.stream.is('rbracket')) break;
      items.push(this.expression());
    }
    this.stream.expect('rbracket');
    return this.node(start, { type: 'list', items });
  }

  #dict(): Expression {
    const start = this.stream.expect('lbrace');
    const pairs: [Expression, Expression][] = [];
    while (!this.stream.is('rbrace')) {
      if (pairs.length > 0) this.stream.expect('comma');
      if (this.stream.is('rbrace')) break;
      const key = this.expression();
      this.stream.expect('colon');
      pairs.push([key, this.expression()]);
    }
    this.stream.expect('rbrace');
    return this.node(start, { type: 'dict', pairs });
  }

  protected node<T extends { readonly type: Expression['type'] }>(from: Token | Expression, body: T, line = from.line) {
    const start = 'span' in from ? from.span.start : from.start;
    const span = { start, end: Math.max(start, this.stream.lastEnd) };
    const node = { ...body, line, span } as unknown as Expression;
    const height = 1 + this.#heightOf(body, 3);
    if (height > maxHeight) throw this.stream.error('maximum recursion depth exceeded', undefined, 'RecursionError');
    this.#heights.set(node, height);
    return node;
  }

  /** The height of the highest expression in a value, which parts of a node may hold in lists and objects. */
  #heightOf(value: object, levels: number): number {
    let highest = 0;
    for (const part of Object.values(value))
      if (typeof part === 'object' && part !== null)
        highest = Math.max(highest, this.#heights.get(part) ?? (levels > 0 ? this.#heightOf(part, levels - 1) : 0));
    return highest;
  }
}
