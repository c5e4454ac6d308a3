import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  createParser,
  findParsers,
  isPyDict,
  isPyList,
  type PyDict,
  type PyValue,
  parserTypes,
  toJsonText,
} from '../../src/engine/index.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';
import { expectations, withPython } from './recordedActions.ts';

interface Recorded {
  readonly id: string;
  readonly type: string;
  readonly response: string;
  readonly value: PyValue;
}

suite('Which parser fits? As recorded @slow', () => {
  test('the first type is the right one, or one that reads the same value, for at least 90 %', async () => {
    const all = [...recorded('agentscope-parsers.json'), ...recorded('actions-tools-structured.json')];
    assert(all.length > 380);
    // A third tells whether most are found; a long run tells of all.
    const cases = process.env.PARSERLENS_LONG === undefined ? all.filter((_, i) => i % 3 === 0) : all;
    const wrong: string[] = [];
    for (const { id, type, response, value } of cases) {
      const [first] = await findParsers([response], [], nodeHost);
      if (first?.definition.type === type) continue;
      const result = first && (await createParser(first.definition, nodeHost).parse(response));
      if (!result?.ok || toJsonText(result.exact, 0) !== toJsonText(value, 0))
        wrong.push(`${id}: ${first?.definition.type ?? 'none'}`);
    }
    const share = 1 - wrong.length / cases.length;
    const summary = `${(100 * share).toFixed(1)} % of ${cases.length}`;
    console.log(`      ${summary}`);
    assert(share >= 0.9, `${summary}; not:\n${wrong.join('\n')}`);
  });
});

/** The recorded responses that parse to a value, as a person would select them. */
function recorded(file: string): readonly Recorded[] {
  const cases = jsonLoads(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'));
  assert(cases.ok && isPyList(cases.value));
  return cases.value
    .map(withPython)
    .filter(isPyDict)
    .filter(item => ['parse', 'validate'].includes(String(item.get('op'))))
    .map(readCase)
    .filter(each => each !== undefined);
}

function readCase(item: PyDict): Recorded | undefined {
  const type = item.get('system') === 'multi_agent_lab' ? 'AgentOutput' : String(item.get('parser'));
  const message = item.get('model_response');
  const text = item.get('text') ?? (message === undefined ? null : toJsonText(message));
  const [expected] = expectations(item);
  if (!parserTypes.some(each => each.type === type)) return undefined;
  if (typeof text !== 'string' || !expected || expected.has('error')) return undefined;
  const value = expected.get('value_json') ?? expected.get('value') ?? null;
  return isNothing(value, type) ? undefined : { id: String(item.get('id')), type, response: text, value };
}

/** Nothing was found: no tag, no tool. Only JSON can itself be empty. */
function isNothing(value: PyValue, type: string): boolean {
  const isEmpty = isPyList(value) ? value.length === 0 : isPyDict(value) && value.size === 0;
  return isEmpty && !type.startsWith('MarkdownJson');
}
