import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  createParser,
  EngineError,
  isPyDict,
  isPyList,
  type ModelMessage,
  type PyDict,
  type PyValue,
  readDefinitions,
  split,
  toJsonText,
} from '../../src/engine/index.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';
import { pyRepr } from '../../src/engine/python/repr.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';

// The cases of agentscopeParsers.test.ts the way a user takes: from the text of a definition through the façade.
suite('AgentScope parsers, through the façade', () => {
  const recorded = jsonLoads(readFileSync(new URL('./agentscope-parsers.json', import.meta.url), 'utf8'));
  assert(recorded.ok && isPyList(recorded.value));
  for (const item of recorded.value)
    if (isPyDict(item) && isWritable(item)) test(String(item.get('id')), () => runCase(item));
});

/** Left out is what a definition's text cannot say (Python objects, NaN), and what the façade has no argument for. */
function isWritable(item: PyDict): boolean {
  const tags = (item.get('tags') ?? []) as readonly string[];
  const inputs = toJsonText([item.get('config') ?? null, item.get('parsed') ?? null]);
  return !tags.includes('not-in-schema') && !item.has('args') && !/"\$py"|\bNaN\b|\bInfinity\b/.test(inputs);
}

async function runCase(item: PyDict): Promise<void> {
  const expect = item.get('expect') as PyDict;
  const expected = expect.get('error') as PyDict | undefined;
  const tags = (item.get('tags') ?? []) as readonly string[];
  const actual = await outcome(item).catch(error => {
    if (error instanceof EngineError) return { error };
    throw error;
  });
  if ('error' in actual) {
    assert(expected, `${actual.error.class}: ${actual.error.message}`);
    assert.equal(actual.error.class, expected.get('class'));
    if (!tags.includes('interpreter-limit') && !tags.includes('python-message'))
      assert.equal(actual.error.message, expected.get('message'));
  } else {
    assert(!expected, `a value, not ${expected?.get('class')}`);
    const value = expect.get('value') ?? null;
    if (expect.has('value_json')) assert.equal(toJsonText(actual.exact), toJsonText(expect.get('value_json')!));
    else if (!toJsonText(value).includes('"$py"')) assert.equal(pyRepr(actual.exact), pyRepr(value));
  }
  if ('response' in actual) assert.equal(actual.response, expect.get('response_text') ?? item.get('text') ?? '');
}

interface Raised {
  readonly error: { readonly class: string; readonly message: string };
}

async function outcome(item: PyDict): Promise<Raised | { readonly exact: PyValue; readonly response?: string }> {
  const filter = item.get('parser') === 'DictFilterMixin';
  const config = new Map(item.get('config') as PyDict).set(
    'type',
    filter ? 'MarkdownJsonDictParser' : item.get('parser')!,
  );
  const schema = config.get('content_hint_schema');
  if (schema !== undefined) config.set('content_schema', schema).delete('content_hint_schema');
  const definition = readDefinitions(toJsonText(config), 'recorded.parser.json').definitions[0]!;
  const parser = createParser(definition, nodeHost);
  const op = String(item.get('op'));
  if (op === 'format_instruction') return { exact: parser.formatInstruction() };
  if (op === 'parse') {
    const text = item.get('text');
    return parser.parse(typeof text === 'string' ? text : ({ message: text } as unknown as ModelMessage));
  }
  return split(definition, item.get('parsed'))![op.slice(3) as 'content' | 'memory' | 'metadata'];
}
