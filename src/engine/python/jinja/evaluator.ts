import { EngineError } from '../../core/errors.ts';
import { PyFloat } from '../../core/pyValue.ts';
import { pyRepr } from '../repr.ts';
import type { Context } from './arguments.ts';
import { globalNamed, testNamed } from './builtins.ts';
import { filterNamed } from './filters.ts';
import { JinjaError } from './jinjaError.ts';
import { numberOf, parseInteger } from './jinjaNumbers.ts';
import { binary, compareBy, escapeUnlessMarkup, keyOf, unary } from './jinjaOperators.ts';
import { getAttribute, getItem, isUnsafe, slice, unsafe } from './lookUp.ts';
import type { Arguments, Expression } from './node.ts';
import {
  isDict,
  iterate,
  type JinjaValue,
  type Keywords,
  Markup,
  PyFunction,
  PyObject,
  PyTuple,
  str,
  textOf,
  truth,
  typeName,
  Undefined,
} from './value.ts';
import type { Frame } from './variables.ts';

/** The message of the budget's error. */
const budgetMessage = 'The template does not end, or prints too much.';

/** How a template's environment is set up beside Jinja's defaults. */
export interface Settings {
  /** `StrictUndefined` for what is not there. */
  readonly isStrict: boolean;
  /** The steps that a template may take. */
  readonly budget: number;
  /** Jinja's `ImmutableSandboxedEnvironment`: attributes that are internal, or that change a value, are kept from templates. */
  readonly isSandboxed?: boolean;
  /** More globals, and filters that take the place of Jinja's. */
  readonly globals?: ReadonlyMap<string, JinjaValue>;
  readonly filters?: ReadonlyMap<
    string,
    (value: JinjaValue, args: readonly JinjaValue[], keywords: Keywords) => JinjaValue
  >;
}

/** The part of the interpreter that evaluates expressions. Raises `JinjaError` with the place. */
export abstract class Evaluator implements Context {
  readonly isStrict: boolean;
  protected autoescape = false;
  readonly #settings: Settings;
  #budget: number;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.isStrict = settings.isStrict;
    this.#budget = settings.budget;
  }

  spend(cost: number): void {
    this.#budget -= cost;
    if (!(this.#budget >= 0)) throw new JinjaError('TemplateError', budgetMessage);
  }

  attribute(object: JinjaValue, name: string): JinjaValue {
    if (this.#settings.isSandboxed && isUnsafe(object, name)) return unsafe(object, name);
    return getAttribute(object, name, this);
  }

  item(object: JinjaValue, key: JinjaValue): JinjaValue {
    const name = this.#settings.isSandboxed ? textOf(key) : undefined;
    if (name !== undefined && !(isDict(object) && object.has(name)) && isUnsafe(object, name))
      return unsafe(object, name);
    return getItem(object, key, this);
  }

  filter(name: string, value: JinjaValue, args: readonly JinjaValue[], keywords: Keywords): JinjaValue {
    const own = this.#settings.filters?.get(name);
    if (own) return own(value, args, keywords);
    const run = filterNamed(name);
    if (!run) throw new JinjaError('TemplateRuntimeError', `No filter named ${pyRepr(name)}.`);
    this.spend(1);
    return run(value, args, keywords, this);
  }

  test(name: string, value: JinjaValue, args: readonly JinjaValue[], keywords: Keywords): boolean {
    const run = testNamed(name);
    if (!run) throw new JinjaError('TemplateRuntimeError', `No test named ${pyRepr(name)}.`);
    this.spend(1);
    return run(value, [...args, ...keywords.values()], this);
  }

  has(kind: 'filter' | 'test', name: string): boolean {
    return (kind === 'filter' ? filterNamed(name) : testNamed(name)) !== undefined;
  }

  /** The value of an expression. `blockText` is what a filter without an operand works on. */
  protected evaluate(node: Expression, frame: Frame, blockText?: JinjaValue): JinjaValue {
    this.spend(1);
    try {
      const value = this.#evaluate(node, frame, blockText);
      const text = textOf(value);
      if (text !== undefined) this.spend(text.length >> 4);
      return value;
    } catch (error) {
      throw this.placed(error, node);
    }
  }

  /** The error with its place, if it has none yet. */
  protected placed(error: unknown, { span }: { readonly span: Expression['span'] }): unknown {
    if (error instanceof JinjaError) {
      error.span ??= span;
      return error;
    }
    if (error instanceof EngineError) return new JinjaError(error.class, error.message, span);
    if (error instanceof RangeError) return new JinjaError('TemplateError', budgetMessage, span);
    return error;
  }

  #evaluate(node: Expression, frame: Frame, blockText: JinjaValue | undefined): JinjaValue {
    const get = (expression: Expression) => this.evaluate(expression, frame, blockText);
    switch (node.type) {
      case 'const':
        return node.value;
      case 'number':
        return numberNode(node.text, node.isFloat);
      case 'name':
        return this.#name(node.name, frame);
      case 'nsref':
        return this.attribute(this.#name(node.name, frame), node.attribute);
      case 'tuple':
        return new PyTuple(node.items.map(get));
      case 'list':
        return node.items.map(get);
      case 'dict': {
        const dict = new Map<JinjaValue, JinjaValue>();
        for (const [key, value] of node.pairs) dict.set(keyOf(dict, get(key)), get(value));
        return dict;
      }
      case 'condexpr': {
        if (truth(get(node.test))) return get(node.yes);
        if (node.no) return get(node.no);
        return new Undefined(
          `the inline if-expression on line ${node.line} evaluated to false and no else section was defined.`,
          false,
        );
      }
      case 'or':
      case 'and': {
        const left = get(node.left);
        return truth(left) === (node.type === 'or') ? left : get(node.right);
      }
      case 'not':
        return !truth(get(node.operand));
      case 'neg':
      case 'pos':
        return unary(node.type, get(node.operand));
      case 'compare': {
        let left = get(node.operand);
        for (const { operator, operand } of node.operations) {
          const right = get(operand);
          if (!compareBy(operator, left, right, this)) return false;
          left = right;
        }
        return true;
      }
      case 'binary':
        return binary(node.operator, get(node.left), get(node.right), this);
      case 'concat': {
        const parts = node.items.map(get);
        if (!this.autoescape) return parts.map(str).join('');
        return new Markup(parts.map(escapeUnlessMarkup).join(''));
      }
      case 'getattr':
        return this.attribute(get(node.object), node.attribute);
      case 'getitem': {
        const object = get(node.object);
        const { argument } = node;
        if (argument.type !== 'slice') return this.item(object, get(argument));
        const bound = (part: Expression | undefined) => (part ? get(part) : null);
        return slice(object, [bound(argument.start), bound(argument.stop), bound(argument.step)], this);
      }
      case 'slice':
        throw new JinjaError('TypeError', 'a slice stands only in brackets of its own');
      case 'call': {
        const callee = get(node.callee);
        const { args, keywords } = this.callArguments(node.args, get);
        return this.call(callee, args, keywords);
      }
      case 'filter': {
        const value = node.operand ? get(node.operand) : (blockText ?? '');
        const { args, keywords } = this.callArguments(node.args, get);
        this.#mustExist('filter', node.name);
        return this.filter(node.name, value, args, keywords);
      }
      case 'test': {
        const value = get(node.operand);
        const { args, keywords } = this.callArguments(node.args, get);
        this.#mustExist('test', node.name);
        return this.test(node.name, value, args, keywords);
      }
    }
  }

  /** What the compiler let pass in a branch that might not have been come to. */
  #mustExist(kind: 'filter' | 'test', name: string): void {
    if (this.has(kind, name)) return;
    throw new JinjaError('TemplateRuntimeError', `No ${kind} named ${pyRepr(name)} found.`);
  }

  /** Calls a value. Raises `UndefinedError` for what is undefined, `TypeError` for what is not a function. */
  protected call(callee: JinjaValue, args: readonly JinjaValue[], keywords: Keywords): JinjaValue {
    if (callee instanceof Undefined) return callee.fail();
    if (callee instanceof PyFunction) return callee.call(args, keywords);
    if (callee instanceof PyObject && callee.object.call) return callee.object.call(args, keywords);
    throw new JinjaError('TypeError', `'${typeName(callee)}' object is not callable`);
  }

  /** The arguments of a call, evaluated. */
  protected callArguments(
    { args, keywords, dynamicArgs, dynamicKeywords }: Arguments,
    get: (expression: Expression) => JinjaValue,
  ): { readonly args: readonly JinjaValue[]; readonly keywords: Map<string, JinjaValue> } {
    const positional = args.map(get);
    if (dynamicArgs) for (const item of iterate(get(dynamicArgs))) positional.push(item);
    const named = new Map(keywords.map(({ name, value }) => [name, get(value)]));
    if (dynamicKeywords) {
      const dict = get(dynamicKeywords);
      if (!isDict(dict)) throw new JinjaError('TypeError', 'argument after ** must be a mapping');
      for (const [key, value] of dict) named.set(str(key), value);
    }
    return { args: positional, keywords: named };
  }

  /** A name that no scope of the template has. */
  protected special(_name: string): JinjaValue | undefined {
    return undefined;
  }

  #name(name: string, frame: Frame): JinjaValue {
    const found = frame.get(name);
    if (found !== undefined) return found;
    const value = this.special(name) ?? this.#settings.globals?.get(name) ?? globalNamed(name, this);
    return value ?? new Undefined(`${pyRepr(name)} is undefined`, this.isStrict);
  }
}

function numberNode(text: string, isFloat: boolean): JinjaValue {
  if (!isFloat) return numberOf(parseInteger(text.toLowerCase(), 0) ?? 0n);
  const number = Number(text);
  return Number.isInteger(number) ? new PyFloat(number) : number;
}
