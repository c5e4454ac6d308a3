import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { EngineError, ResponseError } from '../../src/engine/core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyList, type PyValue } from '../../src/engine/core/pyValue.ts';
import { toJsonText } from '../../src/engine/python/jsonDumps.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';
import { pyRepr } from '../../src/engine/python/repr.ts';
import { splitValue } from '../../src/engine/samples/split.ts';
import { parserTypes } from '../../src/engine/systems/registry.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';
import { plainSource } from '../plainSource.ts';
import { skipTest } from '../skipTest.ts';
import { pythonLiteral } from './pythonLiteral.ts';

const file = new URL('./agentscope-parsers.json', import.meta.url);
suite('AgentScope parsers, as recorded', () => {
  for (const recorded of recordedCases()) {
    const item = withPython(recorded);
    assert(isPyDict(item));
    test(String(item.get('id')), async function () {
      if (!(await runCase(item))) skipTest(this, 'what is recorded does not follow from its schema');
    });
  }
});

/** Read as Python reads it: 1.0 is not 1, and keys keep their order. */
function recordedCases(): PyList {
  const cases = jsonLoads(readFileSync(file, 'utf8'));
  assert(cases.ok && isPyList(cases.value));
  return cases.value;
}

/** Answers false where the schema does not say what the recorded class did, so that there is no answer to compare. */
async function runCase(item: PyDict): Promise<boolean> {
  const expect = item.get('expect') as PyDict;
  const tags = (item.get('tags') ?? []) as readonly string[];
  let actual: Outcome;
  try {
    actual = await run(item);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    actual = { error, response: error instanceof ResponseError ? error.details.response : undefined };
  }
  if (tags.includes('not-in-schema')) return false;

  const expected = expect.get('error') as PyDict | undefined;
  if (expected) {
    assert(
      actual.error,
      `a value, not ${expected.get('class')}: ${actual.value === undefined ? '' : pyRepr(actual.value)}`,
    );
    assert.equal(actual.error.class, expected.get('class'));
    if (!tags.includes('interpreter-limit') && !tags.includes('python-message'))
      assert.equal(actual.error.message, expected.get('message'));
    if (actual.error instanceof ResponseError) {
      const { feedback, rawResponse } = actual.error.details;
      assert.equal(feedback, expected.get('str'));
      if (expected.has('raw_response')) assert.equal(rawResponse, expected.get('raw_response'));
    }
  } else {
    assert(actual.value !== undefined, `${actual.error?.class}: ${actual.error?.message}`);
    const asJson = expect.get('value_json');
    if (asJson !== undefined) assert.equal(toJsonText(actual.value), toJsonText(asJson));
    // The repr shows types (1 or 1.0) and the order of keys.
    else assert.equal(pyRepr(actual.value), pyRepr(expect.get('value') ?? null));
  }
  assert.deepEqual(actual.warnings ?? [], expect.get('warnings') ?? []);
  assert.equal(actual.response ?? item.get('text'), expect.get('response_text') ?? item.get('text'));
  return true;
}

interface Outcome {
  readonly value?: PyValue;
  readonly error?: EngineError;
  readonly response?: string | undefined;
  readonly warnings?: readonly string[];
}

async function run(item: PyDict): Promise<Outcome> {
  const config = configOf(item.get('config') as PyDict);
  const op = String(item.get('op'));
  const destination = /^to_(content|memory|metadata)$/.exec(op)?.[1] as 'content' | 'memory' | 'metadata' | undefined;
  if (destination) return runFilter(config, item, destination);
  const type = parserTypes.find(candidate => candidate.type === item.get('parser'));
  assert(type, `no parser type ${item.get('parser')}`);
  const parser = type.create(plainSource(config), nodeHost);
  if (op === 'format_instruction')
    return {
      value: parser
        .instruction()
        .map(piece => piece.text)
        .join(''),
    };
  const reading = await parser.read({ text: item.get('text') as string | null });
  if (reading instanceof Error) throw reading;
  return { value: reading.value, response: reading.response, warnings: reading.warnings ?? [] };
}

function runFilter(config: PyDict, item: PyDict, destination: 'content' | 'memory' | 'metadata'): Outcome {
  const filters = {
    content: config.get('keys_to_content') ?? (config.has('keys_to_content') ? null : true),
    memory: config.get('keys_to_memory') ?? (config.has('keys_to_memory') ? null : true),
    metadata: config.get('keys_to_metadata') ?? (config.has('keys_to_metadata') ? null : false),
  };
  const allowMissing = (item.get('args') as PyDict | undefined)?.get('allow_missing') === true;
  const part = splitValue(filters, item.get('parsed') ?? null, { allowMissing })[destination];
  if ('error' in part) return { error: new EngineError(part.error.class, part.error.message) };
  return { value: part.exact, warnings: part.warnings };
}

/** A recorded configuration as a definition has it. */
function configOf(config: PyDict): PyDict {
  const entries = [...config].map(
    ([key, value]) => [key === 'content_hint_schema' ? 'content_schema' : key, value] as const,
  );
  return new Map(entries);
}

/** Every `{"$py": repr}` as the value that it stands for. */
function withPython(value: PyValue): PyValue {
  if (isPyList(value)) return value.map(withPython);
  if (!isPyDict(value)) return value;
  const repr = value.size === 1 ? value.get('$py') : undefined;
  if (typeof repr === 'string') return pythonLiteral(repr);
  return new Map([...value].map(([key, item]) => [key, withPython(item)]));
}
