import { EngineError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import {
  bindArguments,
  checkLoopControls,
  checkNames,
  fromPython,
  globalNamed,
  Interpreter,
  JinjaError,
  type JinjaValue,
  jsonFilter,
  jsonParameters,
  type Keywords,
  type LocalTime,
  type ParseOptions,
  PyFunction,
  parseTemplate,
  type Segment,
  sizeOf,
  str,
  strftime,
} from '../../python/index.ts';
import type { ChatTemplate } from './chatTemplate.ts';

/** Longer texts are not templates: those of models have a few thousand characters. */
const maxTemplateLength = 1_000_000;
/** The longest `range` that Jinja's sandbox lets a template make. */
const maxRange = 100_000;

/** How chat templates are read, beyond Jinja's own defaults. */
export const chatOptions: ParseOptions = { trimBlocks: true, lstripBlocks: true, chatTags: true };

/** A conversation as a chat template renders it. */
export interface RenderedChat {
  readonly text: string;
  /** The text in pieces, each with the part of the template that it came from. */
  readonly segments: readonly Segment[];
  /** What `generation` blocks printed, as transformers counts it: in code points, in the order in which the blocks ended. */
  readonly generations: readonly (readonly [start: number, end: number])[];
}

/** A chat template that was read. */
export interface CompiledChatTemplate {
  /** Renders it with variables. `now` is what `strftime_now` sees; without it there is no such function. Raises `JinjaError` as Jinja does. */
  render(variables: ReadonlyMap<string, PyValue>, now?: LocalTime): RenderedChat;
}

const filters = new Map([
  [
    'tojson',
    (value: JinjaValue, args: readonly JinjaValue[], keywords: Keywords) =>
      jsonFilter(value, bindArguments('tojson', jsonParameters, args, keywords)),
  ],
]);

/**
 * Reads a chat template as transformers does: Jinja's immutable sandbox with `trim_blocks` and `lstrip_blocks`, `break` and
 * `continue`, the tag `generation`, `tojson` without HTML's escapes, `raise_exception` and `strftime_now`. Raises
 * `JinjaError`: `TemplateSyntaxError`, `TemplateAssertionError`, or Python's `SyntaxError`. Linear; rendering is bounded.
 */
export function compileChatTemplate(template: string): CompiledChatTemplate {
  if (template.length > maxTemplateLength)
    throw new JinjaError('TemplateError', `The chat template is longer than ${maxTemplateLength} characters.`);
  const statements = parseTemplate(template, chatOptions);
  checkNames(statements);
  checkLoopControls(statements);
  return {
    render(variables, now) {
      let budget = 400_000;
      for (const value of variables.values()) budget += 40 * sizeOf(value);
      const context = new Map([...variables].map(([name, value]) => [name, fromPython(value)]));
      const globals = globalsWith(now);
      const interpreter = new Interpreter(statements, context, {
        isStrict: false,
        isSandboxed: true,
        budget,
        globals,
        filters,
      });
      // The sandbox's own range asks for its length first.
      globals.set('range', safeRange(interpreter));
      const segments = interpreter.render();
      return { text: segments.map(({ text }) => text).join(''), segments, generations: interpreter.generations };
    },
  };
}

function globalsWith(now: LocalTime | undefined): Map<string, JinjaValue> {
  const globals = new Map<string, JinjaValue>();
  const scope = '_cached_compile_jinja_template.<locals>.';
  const define = (name: string, parameter: string, run: (value: JinjaValue) => JinjaValue) =>
    globals.set(
      name,
      new PyFunction(`<function ${scope}${name}>`, (args, keywords) => {
        if (args.length === 0 && keywords.size === 0)
          throw new JinjaError('TypeError', `${scope}${name}() missing 1 required positional argument: '${parameter}'`);
        return run(bindArguments(`${scope}${name}`, [parameter], args, keywords).get(parameter));
      }),
    );
  define('raise_exception', 'message', message => {
    throw new JinjaError('TemplateError', message === null ? 'None' : str(message));
  });
  if (now) define('strftime_now', 'format', format => strftime(str(format), now));
  return globals;
}

function safeRange(interpreter: Interpreter): PyFunction {
  const range = globalNamed('range', interpreter) as PyFunction;
  return new PyFunction('<function safe_range>', (args, keywords) => {
    const numbers = args.map(Number);
    const [start = 0, stop = 0, step = 1] = numbers.length === 1 ? [0, ...numbers] : numbers;
    if (step !== 0 && Math.ceil((stop - start) / step) > maxRange)
      throw new JinjaError(
        'OverflowError',
        `Range too big. The sandbox blocks ranges larger than MAX_RANGE (${maxRange}).`,
      );
    return range.call(args, keywords);
  });
}

/** Longer texts are not templates: those of models have a few thousand characters. */
const maxOwnLength = 100_000;

/**
 * The chat template of a `tokenizer_config.json`, rendered as transformers does. `variables` are the special tokens.
 * Raises `EngineError` for what does not parse.
 */
export function jinjaChatTemplate(template: string, variables: ReadonlyMap<string, PyValue>): ChatTemplate {
  if (template.length > maxOwnLength)
    throw new EngineError('TemplateError', `The chat template is longer than ${maxOwnLength} characters.`);
  const compiled = compileChatTemplate(template);
  return {
    render(messages, tools) {
      const context = new Map<string, PyValue>([
        ...variables,
        ['messages', messages],
        ['tools', tools],
        ['documents', null],
        ['add_generation_prompt', false],
      ]);
      return compiled.render(context).text;
    },
  };
}
