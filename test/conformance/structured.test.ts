import assert from 'node:assert/strict';
import {
  createParser,
  EngineError,
  fromPlain,
  type ParseResult,
  type PyDict,
  type PyValue,
  readDefinitions,
  toJsonText,
  toPlain,
} from '../../src/engine/index.ts';
import { pyEquals } from '../../src/engine/python/containers.ts';
import { jsonEquals } from '../../src/engine/python/jsonValue.ts';
import { structured } from './adapters/structured.ts';
import { expectations, hasTag, recordedActions } from './recordedActions.ts';

type Operation = (text: string | null, config: PyDict) => unknown;

const operations: Readonly<Record<string, Operation>> = {
  format_instruction: (_, config) =>
    structured.jsonInstruction(texts(config, 'allowed_kinds'), texts(config, 'extra_fields')),
  schema: (_, config) =>
    structured.buildOutputModel(texts(config, 'allowed_kinds'), texts(config, 'extra_fields')).schema,
  validate: (text, config) =>
    structured.buildOutputModel(texts(config, 'allowed_kinds'), texts(config, 'extra_fields')).validate(text),
  parse: (text, config) =>
    structured.parseAgentOutput(text, texts(config, 'allowed_kinds'), String(config.get('fallback_kind'))),
  reasoning: (text, config) => structured.extractReasoning(text, config.get('limit') as number | undefined),
  strip_reasoning: text => structured.stripReasoning(text),
  balanced_objects: text => structured.balancedObjects(text ?? ''),
  salvage: text => structured.salvageText(text ?? ''),
  clean_clue: text => structured.cleanClue(text),
  is_usable_line: text => structured.isUsableLine(text),
};

suite('Structured agent output, as recorded', () => {
  for (const item of recordedActions('multi_agent_lab')) {
    const op = String(item.get('op'));
    const [id, run] = [String(item.get('id')), operations[op]];
    test(id, run && (() => runCase(item, run)));
    if (!run) continue;
    if (op === 'parse' || op === 'validate')
      test(`${id}, from a definition`, () => runCase(item, () => parse(item, op === 'validate')));
  }
});

async function runCase(item: PyDict, run: Operation): Promise<void> {
  const actual = await outcome(item, run);
  const isRight = expectations(item).some(expected => agrees(actual, expected, hasTag(item, 'crash')));
  assert(isRight, `${toJsonText(fromPlain(actual))}\n  instead of ${toJsonText(item.get('expect') ?? null)}`);
}

interface Outcome {
  readonly value?: unknown;
  readonly error?: { readonly class: string; readonly message: string; readonly details?: unknown };
}

async function outcome(item: PyDict, run: Operation): Promise<Outcome> {
  const text = (item.get('text') ?? null) as string | null;
  try {
    const made = await run(text, item.get('config') as PyDict);
    return isResult(made) ? made : { value: made };
  } catch (error) {
    if (error instanceof EngineError) return { error };
    throw error;
  }
}

function isResult(made: unknown): made is Outcome & { readonly ok: boolean } {
  return typeof made === 'object' && made !== null && 'ok' in made;
}

async function parse(item: PyDict, isValidated: boolean): Promise<ParseResult> {
  const config: PyDict = new Map<string, PyValue>([
    ['type', 'AgentOutput'],
    ...(item.get('config') as PyDict),
    ['mode', isValidated ? 'validated' : 'tolerant'],
  ]);
  const [definition] = readDefinitions(toJsonText(config), 'recorded.parser.json').definitions;
  assert(definition);
  const text = String(item.get('text'));
  const result = await createParser(definition).parse(text);
  if (result.ok)
    for (const { span, inner } of result.fields)
      assert(0 <= span.start && span.start <= inner.start && inner.end <= span.end && span.end <= text.length);
  return result;
}

function agrees({ value, error }: Outcome, expected: PyDict, isCrash: boolean): boolean {
  const wanted = expected.get('error') as PyDict | undefined;
  if (!wanted) return error === undefined && sameValue(fromPlain(value), expected.get('value') ?? null);
  if (isCrash) return error !== undefined && error.class !== 'InternalError';
  const details = wanted.get('details');
  return (
    error?.class === wanted.get('class') &&
    error?.message === wanted.get('message') &&
    (details === undefined || jsonEquals(fromPlain(error?.details), details))
  );
}

/** NaN is itself here. */
function sameValue(a: PyValue, b: PyValue): boolean {
  return pyEquals(a, b) || toJsonText(a) === toJsonText(b);
}

function texts(config: PyDict, key: string): readonly string[] {
  return (toPlain(config.get(key) ?? null) ?? []) as readonly string[];
}
