import type { Span } from '../../core/span.ts';
import { codePointLength } from '../codePoints.ts';
import { pyRepr } from '../repr.ts';
import { Evaluator, type Settings } from './evaluator.ts';
import { JinjaError } from './jinjaError.ts';
import { escapeUnlessMarkup } from './jinjaOperators.ts';
import type { Expression, Statement } from './node.ts';
import { iterate, type JinjaValue, Markup, PyFunction, PyObject, str, truth } from './value.ts';
import { assign, Frame, Loop, type MacroRunner, macro, namespaceOf } from './variables.ts';

/** A stretch of a rendered template, with the part of the template that it came from. */
export interface Segment {
  readonly text: string;
  readonly span: Span;
  /** What should stand here but could not be rendered; only where errors stand in place. */
  readonly error?: JinjaError;
}

/** How deep macros and recursive loops may call one another. */
const maxCalls = 100;

type Signal = 'break' | 'continue' | undefined;

/** Renders a template's statements. Raises `JinjaError`, or shows `UndefinedError`s in place. */
export class Interpreter extends Evaluator {
  readonly #statements: readonly Statement[];
  readonly #showsErrors: boolean;
  readonly #root: Frame;
  readonly #blocks = new Map<string, Statement & { readonly type: 'block' }>();
  readonly #runner: MacroRunner = {
    isStrict: this.isStrict,
    evaluate: (expression, frame) => this.evaluate(expression, frame),
    capture: (body, frame) => this.#capture(body, frame),
    nested: run => this.#nested(run),
  };
  #output: Segment[] = [];
  #calls = 0;
  /** The places of what `generation` blocks printed, in code points, in the order in which they ended. */
  readonly generations: (readonly [start: number, end: number])[] = [];
  readonly #printed: Segment[] = this.#output;

  constructor(
    statements: readonly Statement[],
    variables: ReadonlyMap<string, JinjaValue>,
    settings: Settings & { readonly showsErrors?: boolean },
  ) {
    super(settings);
    this.#statements = statements;
    this.#showsErrors = settings.showsErrors === true;
    const outer = new Frame();
    for (const [name, value] of variables) outer.set(name, value);
    this.#root = new Frame(outer);
  }

  /** The whole template. */
  render(): readonly Segment[] {
    this.#run(this.#statements, this.#root);
    return this.#output;
  }

  protected override special(name: string): JinjaValue | undefined {
    if (name !== 'self') return undefined;
    if (this.#blocks.size === 0) this.#findBlocks(this.#statements);
    if (this.#blocks.size === 0) return undefined;
    return new PyObject({
      type: 'TemplateReference',
      repr: () => '<TemplateReference None>',
      attribute: blockName => {
        const block = this.#blocks.get(blockName);
        return block && new PyFunction('<BlockReference>', () => this.#capture(block.body, new Frame(this.#root)));
      },
    });
  }

  #findBlocks(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (statement.type === 'block') this.#blocks.set(statement.name, statement);
      if ('body' in statement) this.#findBlocks(statement.body);
      if ('otherwise' in statement) this.#findBlocks(statement.otherwise);
      if (statement.type === 'if') for (const { body } of statement.branches) this.#findBlocks(body);
    }
  }

  #run(statements: readonly Statement[], frame: Frame): Signal {
    for (const statement of statements) {
      this.spend(1);
      try {
        const signal = this.#statement(statement, frame);
        if (signal) return signal;
      } catch (error) {
        this.#show(this.placed(error, statement));
      }
    }
    return undefined;
  }

  /** Puts an error in place of what it kept from being rendered, or raises it. */
  #show(error: unknown): void {
    if (!this.#showsErrors || !(error instanceof JinjaError) || error.class !== 'UndefinedError' || !error.span)
      throw error;
    this.#output.push({ text: '', span: error.span, error });
  }

  #statement(statement: Statement, frame: Frame): Signal {
    switch (statement.type) {
      case 'output':
        for (const part of statement.parts) {
          if (part.type === 'data') this.#write(part.text, part.span);
          else this.#print(part, frame);
        }
        return undefined;
      case 'if': {
        const branch = statement.branches.find(({ test }) => truth(this.evaluate(test, frame)));
        return this.#run(branch?.body ?? statement.otherwise, frame);
      }
      case 'for':
        return this.#for(statement, frame, this.evaluate(statement.iterable, frame), 0);
      case 'set':
        if (statement.target.type === 'nsref') namespaceOf(statement.target, name => this.evaluate(name, frame));
        this.#assign(statement.target, this.evaluate(statement.value, frame), frame);
        return undefined;
      case 'setBlock': {
        const text = this.#capture(statement.body, new Frame(frame));
        const value = statement.filter ? this.evaluate(statement.filter, frame, text) : text;
        this.#assign(statement.target, value, frame);
        return undefined;
      }
      case 'with': {
        const inner = new Frame(frame);
        // All values are evaluated outside before any name is set.
        const values = statement.targets.map(({ value }) => this.evaluate(value, frame));
        for (const [i, { target }] of statement.targets.entries()) this.#assign(target, values[i] ?? null, inner);
        return this.#run(statement.body, inner);
      }
      case 'autoescape': {
        const before = this.autoescape;
        this.autoescape = truth(this.evaluate(statement.value, frame));
        const signal = this.#run(statement.body, new Frame(frame));
        this.autoescape = before;
        return signal;
      }
      case 'block':
        if (statement.isRequired)
          throw new JinjaError('TemplateRuntimeError', `Required block ${pyRepr(statement.name)} not found`);
        return this.#run(statement.body, new Frame(statement.isScoped ? frame : this.#root));
      case 'macro':
        frame.set(statement.name, macro(statement.name, statement, frame, this.#runner));
        return undefined;
      case 'callBlock': {
        const { callee } = statement.call;
        const get = (expression: Expression) => this.evaluate(expression, frame);
        const { args, keywords } = this.callArguments(statement.call.args, get);
        keywords.set('caller', macro('caller', statement, frame, this.#runner));
        this.#emit(this.call(get(callee), args, keywords), statement.span);
        return undefined;
      }
      case 'filterBlock': {
        const text = this.#capture(statement.body, new Frame(frame));
        this.#emit(this.evaluate(statement.filter, frame, text), statement.span);
        return undefined;
      }
      case 'load':
        this.evaluate(statement.template, frame);
        throw new JinjaError('TypeError', 'no loader for this environment specified');
      case 'break':
      case 'continue':
        return statement.type;
      case 'generation':
        return this.#generation(statement.body, frame);
    }
  }

  #print(part: Expression, frame: Frame): void {
    try {
      this.#emit(this.evaluate(part, frame), part.span);
    } catch (error) {
      this.#show(this.placed(error, part));
    }
  }

  #emit(value: JinjaValue, span: Span): void {
    this.#write(this.autoescape ? escapeUnlessMarkup(value) : str(value), span);
  }

  #write(text: string, span: Span): void {
    this.spend(1 + (text.length >> 4));
    if (text !== '') this.#output.push({ text, span });
  }

  /**
   * A `generation` block. Its place counts what has left the template by then: inside a macro or another block nothing of
   * what stands there.
   */
  #generation(body: readonly Statement[], frame: Frame): Signal {
    const outer = this.#output;
    const segments: Segment[] = [];
    this.#output = segments;
    try {
      this.#run(body, new Frame(frame));
    } finally {
      this.#output = outer;
    }
    const start = lengthOf(this.#printed);
    this.generations.push([start, start + lengthOf(segments)]);
    for (const segment of segments) outer.push(segment);
    return undefined;
  }

  #capture(statements: readonly Statement[], frame: Frame): JinjaValue {
    const outer = this.#output;
    this.#output = [];
    try {
      this.#run(statements, frame);
      const text = this.#output.map(segment => segment.text).join('');
      return this.autoescape ? new Markup(text) : text;
    } finally {
      this.#output = outer;
    }
  }

  #for(statement: Statement & { readonly type: 'for' }, frame: Frame, iterable: JinjaValue, depth: number): Signal {
    const { target, test, body } = statement;
    const all = iterate(iterable);
    this.spend(all.length);
    const items = test
      ? all.filter(item => {
          const inner = new Frame(frame);
          this.#assign(target, item, inner);
          return truth(this.evaluate(test, inner));
        })
      : [...all];
    const recurse = statement.isRecursive
      ? (inner: JinjaValue) => this.#nested(() => this.#captureLoop(statement, frame, inner, depth + 1))
      : undefined;
    const loop = new Loop(items, depth, this.isStrict, recurse);
    for (const item of items) {
      loop.index0++;
      const inner = new Frame(frame);
      inner.set('loop', loop.value);
      this.#assign(target, item, inner);
      if (this.#run(body, inner) === 'break') break;
    }
    return items.length === 0 ? this.#run(statement.otherwise, new Frame(frame)) : undefined;
  }

  #captureLoop(statement: Statement & { readonly type: 'for' }, frame: Frame, iterable: JinjaValue, depth: number) {
    const outer = this.#output;
    this.#output = [];
    try {
      this.#for(statement, frame, iterable, depth);
      const text = this.#output.map(segment => segment.text).join('');
      return this.autoescape ? new Markup(text) : text;
    } finally {
      this.#output = outer;
    }
  }

  #assign(target: Expression, value: JinjaValue, frame: Frame): void {
    assign(target, value, frame, name => this.evaluate(name, frame));
  }

  #nested<T>(run: () => T): T {
    if (++this.#calls > maxCalls) throw new JinjaError('RecursionError', 'maximum recursion depth exceeded');
    try {
      return run();
    } finally {
      this.#calls--;
    }
  }
}

function lengthOf(segments: readonly Segment[]): number {
  let length = 0;
  for (const { text } of segments) length += codePointLength(text);
  return length;
}
