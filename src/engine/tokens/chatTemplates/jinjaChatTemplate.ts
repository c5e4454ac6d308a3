import { type Environment, parse, tokenize } from '@huggingface/jinja';
import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import {
  type FilterNode,
  type Node,
  PythonInterpreter,
  printed,
  pythonOf,
  type Runtime,
} from '../../python/jinjaInterpreter.ts';
import { attempt } from '../../python/jinjaTemplate.ts';
import { jsonDumps } from '../../python/jsonDumps.ts';
import { pyStrip } from '../../python/whitespace.ts';
import type { ChatTemplate } from './chatTemplate.ts';

/** Longer templates are refused: the library's reader is not linear in runs of blanks. */
const maxTemplateLength = 100_000;

/**
 * The chat template of a `tokenizer_config.json`, rendered as transformers does, where the library and Python differ as
 * Python does. `variables` are the special tokens. Raises `EngineError` for what does not parse.
 */
export function jinjaChatTemplate(template: string, variables: ReadonlyMap<string, PyValue>): ChatTemplate {
  if (template.length > maxTemplateLength)
    throw new EngineError('TemplateError', `The chat template is longer than ${maxTemplateLength} characters.`);
  const blocks = { trim_blocks: true, lstrip_blocks: true };
  const program = attempt('TemplateSyntaxError', () => parse(tokenize(template, blocks)));
  return {
    render(messages, tools) {
      const given = new Map<string, PyValue>([
        ...variables,
        ['messages', messages],
        ['tools', tools],
        ['documents', null],
        ['add_generation_prompt', false],
      ]);
      const budget = 200_000 + 2000 * messages.length + 4 * sizeOf([messages, tools]);
      return attempt('TemplateError', () => new ChatInterpreter(program, given, budget).render());
    },
  };
}

/** The characters of all texts in a value, and one for each of its parts. */
function sizeOf(value: PyValue): number {
  if (typeof value === 'string') return value.length;
  if (isPyList(value)) return value.reduce((sum: number, item) => sum + sizeOf(item), 1);
  if (!isPyDict(value)) return 1;
  let size = 1;
  for (const item of value.values()) size += sizeOf(item);
  return size;
}

class ChatInterpreter extends PythonInterpreter {
  constructor(program: Node, variables: ReadonlyMap<string, PyValue>, budget: number) {
    super(program, variables, budget);
    this.global.set('raise_exception', (message: unknown) => {
      throw new EngineError('TemplateError', String(message));
    });
  }

  protected override evaluateOurs(node: Node, environment: Environment): Runtime | undefined {
    const evaluate = (part: Node) => this.evaluate(part, environment);
    if (node.type === 'BinaryExpression') {
      const { operator, left, right } = node as unknown as { operator: { value: string }; left: Node; right: Node };
      if (operator.value === '+') return this.#plus(evaluate(left), evaluate(right));
    }
    if (node.type === 'FilterExpression') {
      const { operand, filter } = node as unknown as { operand: Node; filter: FilterNode };
      const name = filter.type === 'CallExpression' ? filter.callee.value : filter.value;
      if (name === 'trim' && (filter.args ?? []).length === 0) return this.text(pyStrip(printed(evaluate(operand))));
      if (name === 'tojson')
        return this.text(jsonDumps(pythonOf(evaluate(operand)), this.#jsonOptions(filter, environment)));
    }
    if (node.type === 'For') {
      const { iterable } = node as unknown as { iterable: Node };
      // A loop over what is undefined goes through nothing.
      const isLoop = iterable.type !== 'SelectExpression';
      return isLoop && evaluate(iterable).type === 'UndefinedValue' ? this.text('') : undefined;
    }
    if (node.type === 'TestExpression') {
      const { operand, test, negate } = node as unknown as { operand: Node; test: { value: string }; negate: boolean };
      if (test.value !== 'iterable') return undefined;
      const { type } = evaluate(operand);
      const isIterable = ['ArrayValue', 'TupleValue', 'StringValue', 'ObjectValue', 'UndefinedValue'].includes(type);
      return this.runtime(isIterable !== negate);
    }
    if (node.type === 'CallExpression') return this.#strip(node as unknown as CallNode, evaluate);
    return super.evaluateOurs(node, environment);
  }

  /** `a + b`, which never makes text of what is none. */
  #plus(left: Runtime, right: Runtime): Runtime {
    for (const value of [left, right])
      if (value.type === 'UndefinedValue')
        throw new EngineError('UndefinedError', 'a value that is added is undefined');
    const [a, b] = [pythonOf(left), pythonOf(right)];
    if (typeof a === 'string' && typeof b === 'string') return this.text(a + b);
    if (isPyList(a) && isPyList(b)) return this.runtime([...a, ...b]);
    if (typeof a === 'number' && typeof b === 'number') return this.runtime(a + b);
    const types = [pyTypeName(a), pyTypeName(b)];
    const kind = typeof a === 'string' ? 'str' : 'list';
    throw new EngineError(
      'TypeError',
      typeof a === 'string' || isPyList(a)
        ? `can only concatenate ${kind} (not "${types[1]}") to ${kind}`
        : `unsupported operand type(s) for +: '${types[0]}' and '${types[1]}'`,
    );
  }

  /** `text.strip(characters)` and its one-sided forms, whose argument the library does not look at. */
  #strip({ callee, args }: CallNode, evaluate: (node: Node) => Runtime): Runtime | undefined {
    const method = callee.type === 'MemberExpression' && !callee.computed ? callee.property.value : '';
    const sides = { strip: [true, true], lstrip: [true, false], rstrip: [false, true] }[method];
    if (!sides) return undefined;
    const text = pythonOf(evaluate(callee.object));
    const [argument] = args.map(argument => pythonOf(evaluate(argument)));
    if (typeof text !== 'string') return undefined;
    const isGone = (at: number) =>
      typeof argument === 'string' ? argument.includes(text[at]!) : pyStrip(text[at]!) === '';
    let start = 0;
    let end = text.length;
    while (sides[0] && start < end && isGone(start)) start++;
    while (sides[1] && end > start && isGone(end - 1)) end--;
    return this.text(text.slice(start, end));
  }

  #jsonOptions(filter: FilterNode, environment: Environment): { ensureAscii: boolean; indent?: number } {
    for (const argument of filter.args ?? []) {
      const { type, key, value } = argument as unknown as { type: string; key?: { value: string }; value: Node };
      if (type !== 'KeywordArgumentExpression' || key?.value !== 'indent') continue;
      const indent = pythonOf(this.evaluate(value, environment));
      if (typeof indent === 'number') return { ensureAscii: false, indent };
    }
    return { ensureAscii: false };
  }
}

interface CallNode {
  readonly callee: {
    readonly type: string;
    readonly computed: boolean;
    readonly object: Node;
    readonly property: { readonly value: string };
  };
  readonly args: readonly Node[];
}
