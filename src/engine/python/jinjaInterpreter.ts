import { Environment, Interpreter } from '@huggingface/jinja';
import { EngineError } from '../core/errors.ts';
import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue, pyFloat, pyInt } from '../core/pyValue.ts';
import { pyRepr, pyStr } from './repr.ts';

/** A node of the library's tree. */
export type Node = NonNullable<Parameters<Interpreter['evaluate']>[0]>;
/** A value of the library. */
export type Runtime = ReturnType<Interpreter['evaluate']>;

const statementTypes: ReadonlySet<string> = new Set([
  'Program',
  'Set',
  'If',
  'For',
  'Macro',
  'Break',
  'Continue',
  'CallStatement',
  'FilterStatement',
  'Comment',
]);

/** The library's interpreter with Python's printing, and a budget so that every template ends. */
export class PythonInterpreter extends Interpreter {
  readonly #program: Node;
  /** Expressions that are printed where they stand. */
  readonly #printed = new Set<unknown>();
  /** What loops go through. */
  readonly #looped = new Set<unknown>();
  #budget: number;

  /** `budget`: the steps that a template may take beside those that its texts allow. */
  constructor(program: Node, variables: ReadonlyMap<string, PyValue>, budget = 200_000) {
    super(new Environment());
    this.#budget = budget;
    this.#program = program;
    for (const name of ['true', 'True']) this.global.set(name, true);
    for (const name of ['false', 'False']) this.global.set(name, false);
    for (const name of ['none', 'None']) this.global.set(name, null);
    this.global.set('range', (...bounds: number[]) => this.#range(bounds));
    for (const value of variables.values()) if (typeof value === 'string') this.#budget += value.length;
    for (const [name, value] of variables) this.global.setVariable(name, this.runtime(value));
    this.#collect(program);
  }

  render(): string {
    return String(this.run(this.#program as Parameters<Interpreter['run']>[0]).value);
  }

  override evaluate(node: Node | undefined, environment: Environment): Runtime {
    this.#spend(1);
    const value = (node && this.evaluateOurs(node, environment)) ?? super.evaluate(node, environment);
    if (typeof value.value === 'string') this.#spend(value.value.length >> 4);
    else if (Array.isArray(value.value) && (this.#looped.has(node) || node?.type === 'BinaryExpression'))
      this.#spend(value.value.length);
    return this.#printed.has(node) ? this.text(printed(value)) : value;
  }

  /** What the library would do otherwise than Python: the operations that print values, `~` and the filters `join` and `string`. `undefined`: the library evaluates. */
  protected evaluateOurs(node: Node, environment: Environment): Runtime | undefined {
    if (node.type === 'BinaryExpression') {
      const { operator, left, right } = node as unknown as { operator: { value: string }; left: Node; right: Node };
      if (operator.value !== '~') return undefined;
      return this.text(printed(this.evaluate(left, environment)) + printed(this.evaluate(right, environment)));
    }
    if (node.type !== 'FilterExpression') return undefined;
    const { operand, filter } = node as unknown as { operand: Node; filter: FilterNode };
    const name = filter.type === 'CallExpression' ? filter.callee.value : filter.value;
    if (name === 'string') return this.text(printed(this.evaluate(operand, environment)));
    if (name !== 'join') return undefined;
    const [argument] = filter.args ?? [];
    const given =
      argument && this.evaluate(argument.type === 'KeywordArgumentExpression' ? argument.value : argument, environment);
    return this.text(items(this.evaluate(operand, environment)).join(given ? printed(given) : ''));
  }

  #spend(cost: number): void {
    this.#budget -= cost;
    if (this.#budget < 0) throw new EngineError('TemplateError', 'The template does not end, or prints too much.');
  }

  #range(bounds: readonly number[]): number[] {
    const [start, stop, step] =
      bounds.length === 1 ? [0, bounds[0] ?? 0, 1] : [bounds[0] ?? 0, bounds[1] ?? 0, bounds[2] ?? 1];
    if (step === 0) throw new EngineError('TemplateError', 'range() arg 3 must not be zero');
    const size = Math.max(0, Math.ceil((stop - start) / step)) || 0;
    this.#spend(size);
    return Array.from({ length: size }, (_, i) => start + i * step);
  }

  /** A string of the library. */
  protected text(text: string): Runtime {
    return super.evaluate({ type: 'StringLiteral', value: text } as Node, this.global);
  }

  /** A value of the library. */
  protected runtime(value: PyValue): Runtime {
    return super.evaluate(literal(value), this.global);
  }

  #collect(node: unknown): void {
    if (Array.isArray(node)) for (const item of node) this.#collect(item);
    else if (node instanceof Map) for (const [key, item] of node) this.#collect([key, item]);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { body, defaultBlock, alternate, iterable } = node as Readonly<Record<string, unknown>>;
    for (const block of [body, defaultBlock, alternate])
      if (Array.isArray(block)) for (const item of block) if (!statementTypes.has(item.type)) this.#printed.add(item);
    if (node.type === 'For') this.#looped.add(iterable);
    for (const child of Object.values(node)) this.#collect(child);
  }
}

/** A filter in the library's tree. */
export interface FilterNode {
  readonly type: string;
  readonly value: string;
  readonly callee: { readonly value: string };
  readonly args?: readonly (Node & { readonly value: Node })[];
}

/** An expression of the library's tree that evaluates to a value. */
function literal(value: PyValue): Node {
  if (value === null || typeof value === 'boolean') return node('Identifier', value === null ? 'none' : String(value));
  if (typeof value === 'string') return node('StringLiteral', value);
  if (value instanceof PyFloat) return node('FloatLiteral', value.value);
  if (value instanceof PyOpaque) return node('StringLiteral', value.repr);
  if (isPyList(value)) return node('ArrayLiteral', value.map(literal));
  if (isPyDict(value))
    return node('ObjectLiteral', new Map([...value].map(([key, item]) => [literal(key), literal(item)])));
  return node(typeof value === 'bigint' || Number.isInteger(value) ? 'IntegerLiteral' : 'FloatLiteral', value);
}

function node(type: string, value: unknown): Node {
  return { type, value } as unknown as Node;
}

/** Python's `str()` of a value; nothing for what is undefined. */
export function printed(value: Runtime): string {
  return value.type === 'UndefinedValue' ? '' : pyStr(pythonOf(value));
}

/** The Python value of one of the library's. */
export function pythonOf({ type, value }: Runtime): PyValue {
  switch (type) {
    case 'NullValue':
      return null;
    case 'IntegerValue':
      return typeof value === 'bigint' ? pyInt(value) : (value as number);
    case 'FloatValue':
      return pyFloat(value as number);
    case 'TupleValue': {
      const parts = (value as Runtime[]).map(item => pyRepr(pythonOf(item)));
      return new PyOpaque('tuple', `(${parts.join(', ')}${parts.length === 1 ? ',' : ''})`, null);
    }
    case 'ArrayValue':
      return (value as Runtime[]).map(pythonOf);
    case 'ObjectValue':
      return new Map([...(value as Map<string, Runtime>)].map(([key, item]) => [key, pythonOf(item)]));
    case 'UndefinedValue':
      return new PyOpaque('Undefined', 'Undefined', null);
    case 'StringValue':
    case 'BooleanValue':
      return value as string | boolean;
    default:
      throw new EngineError('TemplateError', `A ${type} cannot be printed.`);
  }
}

/** The parts of what `join` joins: items, keys, or characters. */
function items(value: Runtime): string[] {
  const python = value.type === 'UndefinedValue' ? [] : pythonOf(value);
  if (typeof python === 'string') return [...python];
  if (isPyList(python)) return python.map(pyStr);
  if (python !== null && isPyDict(python)) return [...python.keys()];
  throw new EngineError('TypeError', 'object is not iterable');
}
