import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { isPyDict, isPyList, type PyDict, type PyValue, toPlain } from '../../src/engine/core/pyValue.ts';
import { EngineError } from '../../src/engine/index.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';
import type { AgentScope2Resources } from './adapters/agentscope2/resources2.ts';
import { operations as systems } from './adapters/operations.ts';

const { agentscope2 } = systems;
const folder = '/the/folder';
const operations = {
  async format(input: PyDict, resources: AgentScope2Resources) {
    const { payload, warnings } = await agentscope2.format({ ...plainKeys(input), resources });
    const observed = input.get('observed');
    if (observed !== null) assert.deepEqual(warnings, (observed as PyDict | undefined)?.get('log') ?? []);
    return payload;
  },
  message: async (input: PyDict, resources: AgentScope2Resources) =>
    agentscope2.readMessage({ ...plainKeys(input), resources }),
  count_tokens: async (input: PyDict) => agentscope2.countTokens(plainKeys(input)),
  split_context: async (input: PyDict, resources: AgentScope2Resources) =>
    agentscope2.splitContext({ ...plainKeys(input), resources }),
  split_tool_result: async (input: PyDict, resources: AgentScope2Resources) =>
    agentscope2.splitToolResult({ ...plainKeys(input), resources }),
  parse_tool_input: async (input: PyDict) => agentscope2.parseToolInput(plainKeys(input)),
  structured_output: async (input: PyDict) => agentscope2.structuredOutput(plainKeys(input)),
};

suite('AgentScope 2, as recorded', () => {
  const text = readFileSync(new URL('./agentscope-2.json', import.meta.url), 'utf8').replaceAll('{{CWD}}', folder);
  const cases = jsonLoads(text);
  assert(cases.ok && isPyList(cases.value));
  for (const item of cases.value as readonly PyDict[])
    if (item.get('portable') !== false) test(`${item.get('id')} ${item.get('note')}`, () => runCase(item));
});

suite('AgentScope 2, tag 2.0.6, as recorded', () => {
  const text = readFileSync(new URL('./agentscope-2.json', import.meta.url), 'utf8').replaceAll('{{CWD}}', folder);
  const cases = jsonLoads(text);
  assert(cases.ok && isPyList(cases.value));
  for (const item of cases.value as readonly PyDict[]) {
    const expect = (item.get('observed') as PyDict | undefined)?.get('v2.0.6') as PyDict | undefined;
    const isFollowed = ['format', 'split_context'].includes(String(item.get('op')));
    if (item.get('portable') === false || !expect || !isFollowed || isModelError(expect)) continue;
    // What the tag logged is not recorded.
    const given: PyDict = new Map([...item, ['version', '2.0.6'], ['expect', expect], ['observed', null]]);
    test(`${item.get('id')} ${item.get('note')}`, () => runCase(given));
  }
});

/** The tag lets go up what the model raises for a summary, which is no rule of its own. */
function isModelError(expect: PyDict): boolean {
  return (expect.get('error') as PyDict | undefined)?.get('class') === 'RuntimeError';
}

async function runCase(item: PyDict): Promise<void> {
  const expect = item.get('expect') as PyDict;
  const operation = operations[item.get('op') as keyof typeof operations];
  let value: unknown;
  try {
    value = await operation(item, resourcesOf(item.get('env') as PyDict | undefined));
  } catch (error) {
    if (!(error instanceof EngineError) || !expect.has('error')) throw error;
    const expected = expect.get('error') as PyDict;
    assert.deepEqual([error.class, error.message], [expected.get('class'), expected.get('message')]);
    return;
  }
  assert(!expect.has('error'), dump(value));
  assert.equal(dump(value), dump(written(expect.get('value') ?? null)));
}

/** What is recorded of values that JSON does not have, as plain data has it. */
function written(value: PyValue): unknown {
  if (isPyList(value)) return value.map(written);
  if (!isPyDict(value)) return toPlain(value);
  const special = value.get('$py');
  if (typeof special === 'string')
    return /^-?\d+$/.test(special) ? BigInt(special) : Number(special.replace('inf', 'Infinity'));
  return Object.fromEntries([...value].map(([key, item]) => [key, written(item)]));
}

function dump(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'bigint') return `${item}n`;
    return typeof item === 'number' && !Number.isFinite(item) ? String(item) : item;
  });
}

/** The keys of a case with the engine's own values. */
function plainKeys(item: PyDict): Record<string, unknown> {
  return Object.fromEntries(item);
}

function resourcesOf(env: PyDict | undefined): AgentScope2Resources {
  const files = env?.get('files') as PyDict | undefined;
  const web = env?.get('web') as PyDict | undefined;
  let identifiers = 0;
  return {
    cwd: folder,
    async readFile(path) {
      const file = files?.get(posix.relative(folder, posix.resolve(folder, path)));
      return typeof file === 'string' ? Buffer.from(file, 'base64') : undefined;
    },
    async fetch(url) {
      const answer = web?.get(url) as PyDict | undefined;
      const bytes = answer?.get('base64');
      if (typeof bytes === 'string') return Buffer.from(bytes, 'base64');
      return { status: Number(answer?.get('status') ?? 404), reason: String(answer?.get('reason') ?? 'Not Found') };
    },
    writeTemp: (_bytes, suffix) => `{{TMP}}${suffix}`,
    identifier: () => `{{SID${++identifiers}}}`,
    newId: () => '{{ID}}',
    now: () => '{{NOW}}',
  };
}
