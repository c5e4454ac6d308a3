import { type BinaryOperator, type Comparison, type Expression, NodeMaker } from './node.ts';
import { OperandParser } from './operandParser.ts';
import type { TokenStream } from './tokenStream.ts';

const comparisons = new Set(['eq', 'ne', 'lt', 'lteq', 'gt', 'gteq']);

/** The part of Jinja's parser that reads operators, the weakest first. Raises `TemplateSyntaxError` in Jinja's words. */
export class ExpressionParser {
  /** Reads what the operators stand between. */
  readonly operands: OperandParser;
  readonly #stream: TokenStream;
  readonly #nodes: NodeMaker;

  constructor(stream: TokenStream) {
    this.#stream = stream;
    this.#nodes = new NodeMaker(stream);
    this.operands = new OperandParser(stream, this.#nodes, withCondition => this.expression(withCondition));
  }

  /** An expression; without a condition `if` ends it. */
  expression(withCondition = true): Expression {
    return this.#nodes.nested(() => (withCondition ? this.#condition() : this.#or()));
  }

  #condition(): Expression {
    const start = this.#stream.current;
    let node = this.#or();
    while (this.#stream.skipIf('name:if')) {
      const test = this.#or();
      const no = this.#stream.skipIf('name:else') ? this.#nodes.nested(() => this.#condition()) : undefined;
      node = this.#nodes.make(start, { type: 'condexpr', test, yes: node, no });
    }
    return node;
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#stream.skipIf('name:or')) left = this.#nodes.make(left, { type: 'or', left, right: this.#and() });
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.#stream.skipIf('name:and')) left = this.#nodes.make(left, { type: 'and', left, right: this.#not() });
    return left;
  }

  #not(): Expression {
    const start = this.#stream.current;
    if (!this.#stream.skipIf('name:not')) return this.#compare();
    return this.#nodes.make(start, { type: 'not', operand: this.#nodes.nested(() => this.#not()) });
  }

  #compare(): Expression {
    const stream = this.#stream;
    const operand = this.#sum();
    const operations: { operator: Comparison; operand: Expression }[] = [];
    for (;;) {
      const { type } = stream.current;
      let operator: Comparison;
      if (comparisons.has(type)) {
        stream.next();
        operator = type as Comparison;
      } else if (stream.skipIf('name:in')) operator = 'in';
      else if (stream.is('name:not') && stream.look().type === 'name' && stream.look().value === 'in') {
        stream.skip(2);
        operator = 'notin';
      } else break;
      operations.push({ operator, operand: this.#sum() });
    }
    return operations.length === 0 ? operand : this.#nodes.make(operand, { type: 'compare', operand, operations });
  }

  #binary(operators: readonly BinaryOperator[], read: () => Expression): Expression {
    let left = read();
    while (operators.includes(this.#stream.current.type as BinaryOperator)) {
      const operator = this.#stream.next().type as BinaryOperator;
      left = this.#nodes.make(left, { type: 'binary', operator, left, right: read() });
    }
    return left;
  }

  #sum(): Expression {
    return this.#binary(['add', 'sub'], () => this.#concat());
  }

  #concat(): Expression {
    const first = this.#product();
    const items = [first];
    while (this.#stream.skipIf('tilde')) items.push(this.#product());
    return items.length === 1 ? first : this.#nodes.make(first, { type: 'concat', items });
  }

  #product(): Expression {
    return this.#binary(['mul', 'div', 'floordiv', 'mod'], () => this.#binary(['pow'], () => this.#unary()));
  }

  #unary(withFilter = true): Expression {
    const start = this.#stream.current;
    let node: Expression;
    if (start.type === 'sub' || start.type === 'add') {
      this.#stream.next();
      const operand = this.#nodes.nested(() => this.#unary(false));
      node = this.#nodes.make(start, { type: start.type === 'sub' ? 'neg' : 'pos', operand });
    } else node = this.operands.primary();
    node = this.operands.postfix(node);
    return withFilter ? this.operands.filterExpression(node) : node;
  }
}
