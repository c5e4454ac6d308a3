import assert from 'node:assert/strict';
import {
  createParser,
  EngineError,
  fromPlain,
  isPyDict,
  type ModelMessage,
  type PyDict,
  type PyValue,
  readDefinitions,
  toJsonText,
  toPlain,
} from '../../src/engine/index.ts';
import { jsonEquals } from '../../src/engine/python/jsonValue.ts';
import { sweagent } from './adapters/sweagent.ts';
import { expectations, hasTag, recordedActions } from './recordedActions.ts';

interface Outcome {
  readonly value?: PyValue;
  readonly error?: { readonly class: string; readonly message: string; readonly code?: string | undefined };
}

const operations: Readonly<Record<string, (item: PyDict, config: PyDict) => PyValue | Promise<Outcome>>> = {
  parse,
  render_error: (item, config) => fromPlain(sweagent.renderError(toPlain(config), plain(item.get('model_response')))),
  command_docs: (_, config) => sweagent.commandDocs(commandsOf(config), plain(config.get('env_variables'))),
  schema: (_, config) => fromPlain(sweagent.functionSchema(commandsOf(config))),
  invoke_format: (_, config) => sweagent.invokeFormat(commandsOf(config)[0]),
  should_block_action: (item, config) =>
    fromPlain(sweagent.shouldBlockAction(String(item.get('text')), toPlain(config))),
  guard_multiline_input: (item, config) => sweagent.guardMultilineInput(String(item.get('text')), commandsOf(config)),
};

suite('SWE-agent, as recorded', () => {
  // What nothing of ours answers counts as skipped.
  for (const item of recordedActions('sweagent'))
    test(String(item.get('id')), operations[String(item.get('op'))] ? () => runCase(item) : throughRefusal(item));
});

/**
 * Asks for an error template, which is not to be had, by what is told of a response that nothing reads. `undefined`
 * where that cannot answer: the template has placeholders, every response is read, SWE-agent itself fails.
 */
function throughRefusal(item: PyDict): (() => void) | undefined {
  const expect = item.get('expect') as PyDict;
  const error = expect.get('error') as PyDict | undefined;
  const told = () => sweagent.renderError(toPlain(item.get('config') ?? null), 'nothing');
  if (error)
    return hasTag(item, 'crash')
      ? undefined
      : () => assert.throws(told, { class: error.get('class'), message: error.get('message') });
  const value = expect.get('value') ?? null;
  const template = isPyDict(value) ? value.get('format_error_template') : undefined;
  if (typeof template !== 'string' || /\{[{%#]/.test(template)) return undefined;
  const messages = told();
  if (!Array.isArray(messages) || messages.length === 0) return undefined;
  // Jinja leaves the last line feed out.
  return () => assert.equal(messages.at(-1)?.content, template.replace(/\n$/, ''));
}

async function runCase(item: PyDict): Promise<void> {
  const actual = await outcome(item);
  const allowed = expectations(item).filter(expected => agrees(actual, expected, hasTag(item, 'crash')));
  assert(allowed.length > 0, `${show(actual)}\n  instead of ${toJsonText(item.get('expect') ?? null)}`);
}

async function outcome(item: PyDict): Promise<Outcome> {
  const run = operations[String(item.get('op'))];
  try {
    const made = await run?.(item, item.get('config') as PyDict);
    return isOutcome(made) ? made : { value: made ?? null };
  } catch (error) {
    if (error instanceof EngineError) return { error };
    throw error;
  }
}

function isOutcome(made: PyValue | Outcome | undefined): made is Outcome {
  return (
    typeof made === 'object' && made !== null && !isPyDict(made as PyValue) && ('value' in made || 'error' in made)
  );
}

async function parse(item: PyDict, config: PyDict): Promise<Outcome> {
  const { type } = plain<{ type: string }>(config.get('parse_function'));
  const keys = [...config].filter(([key]) => key !== 'parse_function');
  const text = toJsonText(new Map<string, PyValue>([['type', type], ...keys]));
  const { definitions, problems } = readDefinitions(text, 'recorded.parser.json');
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  const [definition] = definitions;
  assert(definition);
  const response = item.has('text') ? String(item.get('text')) : plain<ModelMessage>(item.get('model_response'));
  const result = await createParser(definition).parse(response);
  if (!result.ok) {
    if (result.error.class.endsWith('FormatError')) assert(result.error.feedback);
    return { error: { ...result.error, code: result.error.code } };
  }
  for (const { span, inner } of result.fields)
    assert(span.start <= inner.start && inner.start <= inner.end && inner.end <= span.end);
  return { value: result.exact };
}

function agrees({ value, error }: Outcome, expected: PyDict, isCrash: boolean): boolean {
  const wanted = expected.get('error') as PyDict | undefined;
  if (!wanted) return value !== undefined && jsonEquals(value, expected.get('value') ?? null);
  if (isCrash) return error !== undefined && error.class !== 'InternalError';
  return (
    error?.class === wanted.get('class') &&
    error?.message === wanted.get('message') &&
    error?.code === wanted.get('code')
  );
}

function show({ value, error }: Outcome): string {
  return error ? `${error.class}: ${error.message}` : toJsonText(value ?? null);
}

function commandsOf(config: PyDict): readonly unknown[] {
  return plain(config.get('commands'));
}

function plain<T>(value: PyValue | undefined): T {
  return toPlain(value ?? null) as T;
}
