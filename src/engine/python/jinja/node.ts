import type { Span } from '../../core/span.ts';

/** Keyword arguments, and the arguments that `*` and `**` give. */
export interface Arguments {
  readonly args: readonly Expression[];
  readonly keywords: readonly { readonly name: string; readonly value: Expression }[];
  readonly dynamicArgs: Expression | undefined;
  readonly dynamicKeywords: Expression | undefined;
}

/** The names of binary operators, as Jinja's tokens are named. */
export type BinaryOperator = 'add' | 'sub' | 'mul' | 'div' | 'floordiv' | 'mod' | 'pow';
/** The names of comparisons. */
export type Comparison = 'eq' | 'ne' | 'lt' | 'lteq' | 'gt' | 'gteq' | 'in' | 'notin';

type Body =
  | { readonly type: 'const'; readonly value: null | boolean | string }
  | { readonly type: 'number'; readonly text: string; readonly isFloat: boolean }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'nsref'; readonly name: string; readonly attribute: string }
  | { readonly type: 'tuple' | 'list'; readonly items: readonly Expression[] }
  | { readonly type: 'dict'; readonly pairs: readonly (readonly [Expression, Expression])[] }
  | {
      readonly type: 'condexpr';
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression | undefined;
    }
  | { readonly type: 'or' | 'and'; readonly left: Expression; readonly right: Expression }
  | { readonly type: 'not' | 'neg' | 'pos'; readonly operand: Expression }
  | {
      readonly type: 'compare';
      readonly operand: Expression;
      readonly operations: readonly { readonly operator: Comparison; readonly operand: Expression }[];
    }
  | {
      readonly type: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly type: 'concat'; readonly items: readonly Expression[] }
  | { readonly type: 'getattr'; readonly object: Expression; readonly attribute: string }
  | { readonly type: 'getitem'; readonly object: Expression; readonly argument: Expression }
  | {
      readonly type: 'slice';
      readonly start: Expression | undefined;
      readonly stop: Expression | undefined;
      readonly step: Expression | undefined;
    }
  | { readonly type: 'call'; readonly callee: Expression; readonly given: Arguments }
  | {
      readonly type: 'filter';
      /** Absent: the text of the block that the filter stands at. */
      readonly operand: Expression | undefined;
      readonly name: string;
      readonly given: Arguments;
    }
  | { readonly type: 'test'; readonly operand: Expression; readonly name: string; readonly given: Arguments };

/** An expression of a template, with its line and its place in the template's text. */
export type Expression = Body & { readonly line: number; readonly span: Span };

/** A parameter of a macro or call block. */
export interface Parameter {
  readonly name: string;
  readonly default: Expression | undefined;
}

/** A piece of an output: text as it stands, or an expression to be printed. */
export type OutputPart = { readonly type: 'data'; readonly text: string; readonly span: Span } | Expression;

type StatementBody =
  | { readonly type: 'output'; readonly parts: readonly OutputPart[] }
  | {
      readonly type: 'for';
      readonly target: Expression;
      readonly iterable: Expression;
      readonly test: Expression | undefined;
      readonly isRecursive: boolean;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | {
      readonly type: 'if';
      readonly branches: readonly { readonly test: Expression; readonly body: readonly Statement[] }[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly type: 'set'; readonly target: Expression; readonly value: Expression }
  | {
      readonly type: 'setBlock';
      readonly target: Expression;
      readonly filter: Expression | undefined;
      readonly body: readonly Statement[];
    }
  | {
      readonly type: 'with';
      readonly targets: readonly { readonly target: Expression; readonly value: Expression }[];
      readonly body: readonly Statement[];
    }
  | { readonly type: 'autoescape'; readonly value: Expression; readonly body: readonly Statement[] }
  | {
      readonly type: 'block';
      readonly name: string;
      readonly isScoped: boolean;
      readonly isRequired: boolean;
      readonly body: readonly Statement[];
    }
  | {
      readonly type: 'macro';
      readonly name: string;
      readonly parameters: readonly Parameter[];
      readonly body: readonly Statement[];
    }
  | {
      readonly type: 'callBlock';
      readonly call: Expression & { readonly type: 'call' };
      readonly parameters: readonly Parameter[];
      readonly body: readonly Statement[];
    }
  | { readonly type: 'filterBlock'; readonly filter: Expression; readonly body: readonly Statement[] }
  /** `extends`, `include`, `import`, `from`: there is nowhere to load a template from. */
  | { readonly type: 'load'; readonly template: Expression }
  | { readonly type: 'break' | 'continue' }
  /** transformers' `generation`: what it prints is what the model is to write. */
  | { readonly type: 'generation'; readonly body: readonly Statement[] };

/** A statement of a template. */
export type Statement = StatementBody & { readonly line: number; readonly span: Span };
