import type { Span } from '../../core/span.ts';
import type { Token, TokenStream } from './tokenStream.ts';

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
  | { readonly type: 'call'; readonly callee: Expression; readonly args: Arguments }
  | {
      readonly type: 'filter';
      /** Absent: the text of the block that the filter stands at. */
      readonly operand: Expression | undefined;
      readonly name: string;
      readonly args: Arguments;
    }
  | { readonly type: 'test'; readonly operand: Expression; readonly name: string; readonly args: Arguments };

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

/** How deep expressions may nest: deeper ones are `RecursionError`, as in Python. */
const maxDepth = 150;
/** How high the tree of an expression may be: `1+1+…` is one as well, of which Python compiles some 490 terms. */
const maxHeight = 490;

/** Makes the nodes of one template's expressions, and refuses with `RecursionError` what Python has no stack for. */
export class NodeMaker {
  readonly #stream: TokenStream;
  #depth = 0;
  readonly #heights = new WeakMap<object, number>();

  constructor(stream: TokenStream) {
    this.#stream = stream;
  }

  /** Counts how deep what it reads is nested. */
  nested<T>(read: () => T): T {
    if (++this.#depth > maxDepth)
      throw this.#stream.error('maximum recursion depth exceeded', undefined, 'RecursionError');
    const value = read();
    this.#depth--;
    return value;
  }

  /** A node from a token or another node on, up to the last token that was read. */
  make<T extends { readonly type: Expression['type'] }>(from: Token | Expression, body: T, line = from.line) {
    const start = 'span' in from ? from.span.start : from.start;
    const span = { start, end: Math.max(start, this.#stream.lastEnd) };
    const node = { ...body, line, span } as unknown as Expression;
    const height = 1 + this.#heightOf(body, 3);
    if (height > maxHeight) throw this.#stream.error('maximum recursion depth exceeded', undefined, 'RecursionError');
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
