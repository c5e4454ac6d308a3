import type { BinaryOperator, Comparison, Expression } from './node.ts';
import { OperandParser } from './operandParser.ts';

const comparisons = new Set(['eq', 'ne', 'lt', 'lteq', 'gt', 'gteq']);

/** The part of Jinja's parser that reads operators, the weakest first. Raises `TemplateSyntaxError` in Jinja's words. */
export class ExpressionParser extends OperandParser {
  protected expression(withCondition = true): Expression {
    return this.nested(() => (withCondition ? this.#condition() : this.#or()));
  }

  #condition(): Expression {
    const start = this.stream.current;
    let node = this.#or();
    while (this.stream.skipIf('name:if')) {
      const test = this.#or();
      const no = this.stream.skipIf('name:else') ? this.nested(() => this.#condition()) : undefined;
      node = this.node(start, { type: 'condexpr', test, yes: node, no });
    }
    return node;
  }

  #or(): Expression {
    let left = this.#and();
    while (this.stream.skipIf('name:or')) left = this.node(left, { type: 'or', left, right: this.#and() });
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.stream.skipIf('name:and')) left = this.node(left, { type: 'and', left, right: this.#not() });
    return left;
  }

  #not(): Expression {
    const start = this.stream.current;
    if (!this.stream.skipIf('name:not')) return this.#compare();
    return this.node(start, { type: 'not', operand: this.nested(() => this.#not()) });
  }

  #compare(): Expression {
    const { stream } = this;
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
    return operations.length === 0 ? operand : this.node(operand, { type: 'compare', operand, operations });
  }

  #binary(operators: readonly BinaryOperator[], read: () => Expression): Expression {
    let left = read();
    while (operators.includes(this.stream.current.type as BinaryOperator)) {
      const operator = this.stream.next().type as BinaryOperator;
      left = this.node(left, { type: 'binary', operator, left, right: read() });
    }
    return left;
  }

  #sum(): Expression {
    return this.#binary(['add', 'sub'], () => this.#concat());
  }

  #concat(): Expression {
    const first = this.#product();
    const items = [first];
    while (this.stream.skipIf('tilde')) items.push(this.#product());
    return items.length === 1 ? first : this.node(first, { type: 'concat', items });
  }

  #product(): Expression {
    return this.#binary(['mul', 'div', 'floordiv', 'mod'], () => this.#binary(['pow'], () => this.#unary()));
  }

  #unary(withFilter = true): Expression {
    const start = this.stream.current;
    let node: Expression;
    if (start.type === 'sub' || start.type === 'add') {
      this.stream.next();
      const operand = this.nested(() => this.#unary(false));
      node = this.node(start, { type: start.type === 'sub' ? 'neg' : 'pos', operand });
    } else node = this.primary();
    node = this.postfix(node);
    return withFilter ? this.filterExpression(node) : node;
  }
}
