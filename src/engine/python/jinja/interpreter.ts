import type { Span } from '../../core/span.ts';
import { pyRepr } from '../repr.ts';
import { usesName } from './checkNames.ts';
import { Evaluator, type Settings } from './evaluator.ts';
import { Frame } from './frame.ts';
import { JinjaError } from './jinjaError.ts';
import { escapeUnlessMarkup } from './jinjaOperators.ts';
import { Loop } from './loop.ts';
import type { Expression, Parameter, Statement } from './node.ts';
import {
  iterate,
  type JinjaValue,
  type Keywords,
  Markup,
  PyFunction,
  PyObject,
  PyTuple,
  str,
  truth,
  Undefined,
} from './value.ts';

/** A stretch of a rendered template, with the part of the template that it came from. */
export interface Segment {
  readonly text: string;
  readonly span: Span;
  /** What should stand here but could not be rendered; only where errors are shown in place. */
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
  #output: Segment[] = [];
  #calls = 0;

  constructor(
    statements: readonly Statement[],
    variables: ReadonlyMap<string, JinjaValue>,
    settings: Settings & { readonly showsErrors?: boolean },
  ) {
    super(settings);
    this.#statements = statements;
    this.#showsErrors = settings.showsErrors === true;
    const given = new Frame();
    for (const [name, value] of variables) given.set(name, value);
    this.#root = new Frame(given);
    this.#findBlocks(statements);
  }

  /** The whole template. */
  render(): readonly Segment[] {
    this.#run(this.#statements, this.#root);
    return this.#output;
  }

  protected override special(name: string): JinjaValue | undefined {
    if (name !== 'self' || this.#blocks.size === 0) return undefined;
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
        frame.set(statement.name, this.#macro(statement.name, statement, frame));
        return undefined;
      case 'callBlock': {
        const { callee, given } = statement.call;
        const get = (expression: Expression) => this.evaluate(expression, frame);
        const { args, keywords } = this.given(given, get);
        keywords.set('caller', this.#macro('caller', statement, frame));
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

  #nested<T>(run: () => T): T {
    if (++this.#calls > maxCalls) throw new JinjaError('RecursionError', 'maximum recursion depth exceeded');
    try {
      return run();
    } finally {
      this.#calls--;
    }
  }

  #assign(target: Expression, value: JinjaValue, frame: Frame): void {
    if (target.type === 'name') frame.set(target.name, value);
    else if (target.type === 'tuple') {
      const items = [...iterate(value)];
      const wanted = target.items.length;
      if (items.length < wanted)
        throw new JinjaError('ValueError', `not enough values to unpack (expected ${wanted}, got ${items.length})`);
      if (items.length > wanted) throw new JinjaError('ValueError', `too many values to unpack (expected ${wanted})`);
      for (const [i, part] of target.items.entries()) this.#assign(part, items[i] ?? null, frame);
    } else if (target.type === 'nsref') {
      const object = this.evaluate({ ...target, type: 'name' }, frame);
      if (!(object instanceof PyObject) || !object.object.set)
        throw new JinjaError('TemplateRuntimeError', 'cannot assign attribute on non-namespace object');
      object.object.set(target.attribute, value);
    }
  }

  #macro(
    name: string,
    { parameters, body }: { readonly parameters: readonly Parameter[]; readonly body: readonly Statement[] },
    frame: Frame,
  ): PyFunction {
    const names = parameters.map(parameter => parameter.name);
    const catches = { caller: false, kwargs: false, varargs: false };
    for (const special of ['caller', 'kwargs', 'varargs'] as const)
      catches[special] = !names.includes(special) && usesName(body, special);
    const attributes = new Map<string, JinjaValue>([
      ['name', name],
      ['arguments', new PyTuple(names)],
      ['catch_kwargs', catches.kwargs],
      ['catch_varargs', catches.varargs],
      ['caller', catches.caller],
    ]);
    const call = (args: readonly JinjaValue[], keywords: Keywords) =>
      this.#nested(() => {
        const inner = new Frame(frame);
        const rest = new Map(keywords);
        for (const [i, parameter] of parameters.entries()) {
          const given = i < args.length ? args[i] : rest.get(parameter.name);
          if (i >= args.length) rest.delete(parameter.name);
          inner.set(parameter.name, given !== undefined ? given : this.#default(parameter, inner));
        }
        if (catches.caller) {
          inner.set('caller', rest.get('caller') ?? new Undefined('No caller defined', this.isStrict));
          rest.delete('caller');
        }
        if (catches.kwargs) inner.set('kwargs', new Map<JinjaValue, JinjaValue>(rest));
        else refuseKeywords(name, rest);
        if (catches.varargs) inner.set('varargs', new PyTuple(args.slice(names.length)));
        else if (args.length > names.length)
          throw new JinjaError('TypeError', `macro ${pyRepr(name)} takes not more than ${names.length} argument(s)`);
        return this.#capture(body, inner);
      });
    return new PyFunction(`<Macro ${pyRepr(name)}>`, call, attributes);
  }

  #default(parameter: Parameter, frame: Frame): JinjaValue {
    if (parameter.default) return this.evaluate(parameter.default, frame);
    return new Undefined(`parameter ${pyRepr(parameter.name)} was not provided`, this.isStrict);
  }
}

function refuseKeywords(name: string, keywords: Keywords): void {
  const [first] = keywords.keys();
  if (first === undefined) return;
  throw new JinjaError(
    'TypeError',
    first === 'caller'
      ? `macro ${pyRepr(name)} was invoked with two values for the special caller argument. This is most likely a bug.`
      : `macro ${pyRepr(name)} takes no keyword argument ${pyRepr(first)}`,
  );
}
