import { pyRepr } from '../repr.ts';
import type { Arguments, Expression, NodeMaker } from './node.ts';
import { describeToken, type TokenStream } from './tokenStream.ts';

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
export class OperandParser {
  readonly #stream: TokenStream;
  readonly #nodes: NodeMaker;
  readonly #expression: (withCondition?: boolean) => Expression;

  /** `expression` reads an expression of any kind, of which operands are parts and which are parts of operands. */
  constructor(stream: TokenStream, nodes: NodeMaker, expression: (withCondition?: boolean) => Expression) {
    this.#stream = stream;
    this.#nodes = nodes;
    this.#expression = expression;
  }

  /** A tuple, or the one expression that stands without a comma. */
  tuple(options: TupleOptions = {}): Expression {
    const start = this.#stream.current;
    const items: Expression[] = [];
    let isTuple = false;
    for (;;) {
      if (items.length > 0) this.#stream.expect('comma');
      if (this.#stream.is('variable_end', 'block_end', 'rparen', ...(options.endsAt ? [options.endsAt] : []))) break;
      items.push(
        options.simplified ? this.primary(options.withNamespace) : this.#expression(options.noCondition !== true),
      );
      if (!this.#stream.is('comma')) break;
      isTuple = true;
    }
    if (!isTuple) {
      if (items[0]) return items[0];
      if (!options.inParentheses)
        throw this.#stream.error(`Expected an expression, got ${pyRepr(describeToken(this.#stream.current))}`);
    }
    return this.#nodes.make(start, { type: 'tuple', items });
  }

  /** The filters behind an operand; without one those of a block. */
  filters(operand: Expression | undefined, startsInline = false): Expression | undefined {
    let node = operand;
    let isInline = startsInline;
    while (isInline || this.#stream.is('pipe')) {
      const start = this.#stream.current;
      if (!isInline) this.#stream.next();
      const name = this.#dottedName();
      const args = this.#stream.is('lparen') ? this.#callArguments() : noArguments;
      node = this.#nodes.make(node ?? start, { type: 'filter', operand: node, name, args }, start.line);
      isInline = false;
    }
    return node;
  }

  /** A name, a constant, or what stands in brackets. */
  primary(withNamespace = false): Expression {
    const stream = this.#stream;
    const token = stream.current;
    switch (token.type) {
      case 'name': {
        stream.next();
        if (/^([tT]rue|[fF]alse)$/.test(token.value))
          return this.#nodes.make(token, { type: 'const', value: token.value.toLowerCase() === 'true' });
        if (/^[nN]one$/.test(token.value)) return this.#nodes.make(token, { type: 'const', value: null });
        if (!withNamespace || !stream.is('dot')) return this.#nodes.make(token, { type: 'name', name: token.value });
        stream.next();
        const attribute = stream.expect('name').value;
        return this.#nodes.make(token, { type: 'nsref', name: token.value, attribute });
      }
      case 'string': {
        let value = stream.next().value;
        while (stream.is('string')) value += stream.next().value;
        return this.#nodes.make(token, { type: 'const', value });
      }
      case 'integer':
      case 'float':
        stream.next();
        return this.#nodes.make(token, { type: 'number', text: token.value, isFloat: token.type === 'float' });
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

  /** The attributes, subscripts and calls behind an operand. */
  postfix(operand: Expression): Expression {
    let node = operand;
    for (;;) {
      if (this.#stream.is('dot', 'lbracket')) node = this.#subscript(node);
      else if (this.#stream.is('lparen')) node = this.#call(node);
      else return node;
    }
  }

  /** The filters, tests and calls behind an operand. */
  filterExpression(operand: Expression): Expression {
    let node = operand;
    for (;;) {
      if (this.#stream.is('pipe')) node = this.filters(node) ?? node;
      else if (this.#stream.is('name:is')) node = this.#test(node);
      else if (this.#stream.is('lparen')) node = this.#call(node);
      else return node;
    }
  }

  #subscript(object: Expression): Expression {
    const stream = this.#stream;
    if (stream.next().type === 'dot') {
      const token = stream.next();
      if (token.type === 'name') return this.#nodes.make(object, { type: 'getattr', object, attribute: token.value });
      if (token.type !== 'integer') throw stream.error('expected name or number', token);
      const argument = this.#nodes.make(token, { type: 'number', text: token.value, isFloat: false });
      return this.#nodes.make(object, { type: 'getitem', object, argument });
    }
    const items: Expression[] = [];
    const start = stream.current;
    while (!stream.is('rbracket')) {
      if (items.length > 0) stream.expect('comma');
      items.push(this.#subscribed());
    }
    stream.expect('rbracket');
    const [only] = items;
    const argument = only && items.length === 1 ? only : this.#nodes.make(start, { type: 'tuple', items });
    return this.#nodes.make(object, { type: 'getitem', object, argument });
  }

  #subscribed(): Expression {
    const stream = this.#stream;
    const token = stream.current;
    let start: Expression | undefined;
    if (!stream.is('colon')) {
      start = this.#expression();
      if (!stream.is('colon')) return start;
    }
    stream.next();
    const stop = stream.is('colon', 'rbracket', 'comma') ? undefined : this.#expression();
    const step = stream.skipIf('colon') && !stream.is('rbracket', 'comma') ? this.#expression() : undefined;
    return this.#nodes.make(token, { type: 'slice', start, stop, step });
  }

  #call(callee: Expression): Expression {
    return this.#nodes.make(callee, { type: 'call', callee, args: this.#callArguments() });
  }

  #callArguments(): Arguments {
    const stream = this.#stream;
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
        dynamicArgs = this.#expression();
      } else if (stream.is('pow')) {
        ensure(!dynamicKeywords);
        stream.next();
        dynamicKeywords = this.#expression();
      } else if (stream.is('name') && stream.look().type === 'assign') {
        ensure(!dynamicKeywords);
        const name = stream.current.value;
        stream.skip(2);
        keywords.push({ name, value: this.#expression() });
      } else {
        ensure(!dynamicArgs && !dynamicKeywords && keywords.length === 0);
        args.push(this.#expression());
      }
    }
    stream.expect('rparen');
    return { args, keywords, dynamicArgs, dynamicKeywords };
  }

  #test(operand: Expression): Expression {
    const stream = this.#stream;
    stream.next();
    const isNegated = stream.skipIf('name:not');
    const name = this.#dottedName();
    let args = noArguments;
    if (stream.is('lparen')) args = this.#callArguments();
    else if (
      stream.is('name', 'string', 'integer', 'float', 'lbracket', 'lbrace') &&
      !stream.is('name:else', 'name:or', 'name:and')
    ) {
      if (stream.is('name:is')) throw stream.error('You cannot chain multiple tests with is');
      args = { ...noArguments, args: [this.postfix(this.primary())] };
    }
    const node = this.#nodes.make(operand, { type: 'test', operand, name, args });
    return isNegated ? this.#nodes.make(operand, { type: 'not', operand: node }) : node;
  }

  #dottedName(): string {
    let name = this.#stream.expect('name').value;
    while (this.#stream.skipIf('dot')) name += `.${this.#stream.expect('name').value}`;
    return name;
  }

  #list(): Expression {
    const start = this.#stream.expect('lbracket');
    const items: Expression[] = [];
    while (!this.#stream.is('rbracket')) {
      if (items.length > 0) this.#stream.expect('comma');
      if (this.#stream.is('rbracket')) break;
      items.push(this.#expression());
    }
    this.#stream.expect('rbracket');
    return this.#nodes.make(start, { type: 'list', items });
  }

  #dict(): Expression {
    const start = this.#stream.expect('lbrace');
    const pairs: [Expression, Expression][] = [];
    while (!this.#stream.is('rbrace')) {
      if (pairs.length > 0) this.#stream.expect('comma');
      if (this.#stream.is('rbrace')) break;
      const key = this.#expression();
      this.#stream.expect('colon');
      pairs.push([key, this.#expression()]);
    }
    this.#stream.expect('rbrace');
    return this.#nodes.make(start, { type: 'dict', pairs });
  }
}
