import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createJudge, isPyDict, isPyList, parserTypes, readDefinitions, toJsonText } from '../../src/engine/index.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';
import { withPython } from './recordedActions.ts';

/**
 * The recorded cases that parse and are odd all the same, looked at one by one: what was recorded is what the class gives,
 * and not what was meant. All others are right.
 */
const odd: ReadonlyMap<string, string> = new Map([
  ['agentscope.MarkdownCodeBlockParser.parse.009', 'empty-part'],
  ['agentscope.MarkdownCodeBlockParser.parse.046', 'empty-part'],
  ['agentscope.MarkdownJsonObjectParser.parse.016', 'answers-lost'],
  ['agentscope.MarkdownJsonObjectParser.parse.093', 'answers-lost'],
  ['agentscope.MarkdownJsonDictParser.parse.032', 'empty-part'],
  ['agentscope.MarkdownJsonDictParser.parse.447', 'answers-lost'],
  ['agentscope.MultiTaggedContentParser.parse.015', 'empty-part'],
  ['agentscope.MultiTaggedContentParser.parse.019', 'answers-lost'],
  ['agentscope.MultiTaggedContentParser.parse.021', 'leftover-markup'],
  ['agentscope.MultiTaggedContentParser.parse.022', 'leftover-markup'],
  ['agentscope.MultiTaggedContentParser.parse.027', 'answers-lost'],
  ['agentscope.MultiTaggedContentParser.parse.035', 'empty-part'],
  ['agentscope.RegexTaggedContentParser.parse.021', 'answers-lost'],
  ['agentscope.RegexTaggedContentParser.parse.025', 'leftover-markup'],
  ['agentscope.RegexTaggedContentParser.parse.070', 'empty-part'],
  ['agentscope.RegexTaggedContentParser.parse.083', 'leftover-markup'],
  ['sweagent.action_only.parse.002', 'empty-part'],
  ['sweagent.thought_action.parse.004', 'answers-lost'],
  ['sweagent.thought_action.parse.012', 'other-language'],
  ['sweagent.thought_action.parse.018', 'empty-part'],
  ['sweagent.thought_action.parse.033', 'reasoning-taken'],
  ['sweagent.thought_action.parse.036', 'answers-lost'],
  ['sweagent.xml_thought_action.parse.002', 'answers-lost'],
  ['sweagent.xml_thought_action.parse.008', 'empty-part'],
  ['sweagent.xml_thought_action.parse.009', 'empty-part'],
  ['sweagent.all_bash_code_blocks.parse.005', 'empty-part'],
  ['sweagent.single_bash_code_block.parse.005', 'empty-part'],
  ['sweagent.all_bash_code_blocks.parse.010', 'open-command'],
  ['sweagent.single_bash_code_block.parse.010', 'open-command'],
  ['sweagent.xml_function_calling.parse.027', 'leftover-markup'],
]);

/** Samples of what is cut off and read all the same; and the one whose value is compared with what JSON does not have; and one that shows how nothing comes. */
const oddSamples = [
  'scored-title: cut-value',
  'actor: cut-value',
  'checked arguments: value-type',
  'contact: nothing-came',
];

suite('suspicions, on what was recorded', () => {
  test('at most 1 % of the cases whose value is right are suspicious, and those that are odd are found', async () => {
    let right = 0;
    const alarms: string[] = [];
    const missed: string[] = [];
    for (const { id, type, config, response } of recorded()) {
      const [definition] = readDefinitions(
        toJsonText(new Map([['type', type], ...config])),
        'x.parser.json',
      ).definitions;
      if (!definition || definition.invalid !== undefined) continue;
      const judge = createJudge(definition, {}, nodeHost);
      const { verdict, code } = await judge({ place: { log: 0, line: 1 }, response, columns: {} });
      if (odd.has(id)) {
        if (code !== odd.get(id)) missed.push(`${id}: ${verdict} ${code}`);
        continue;
      }
      right++;
      if (verdict === 'suspicious') alarms.push(`${id}: ${code}`);
    }
    assert(right > 400, String(right));
    assert(alarms.length <= 0.01 * right, `${alarms.length} of ${right}:\n${alarms.join('\n')}`);
    assert.deepEqual(missed, []);
  });

  test('no sample of the examples is suspicious, but for those that show what is', async () => {
    const found: string[] = [];
    for (const file of readdirSync('examples').filter(name => name.endsWith('.parser.json')))
      for (const definition of readDefinitions(readFileSync(join('examples', file), 'utf8'), file).definitions) {
        if (definition.parserType.modules?.runsModule) continue;
        for (const { text } of definition.samples) {
          if (text === undefined) continue;
          const row = { place: { log: 0, line: 1 }, response: text, columns: {} };
          const { verdict, code } = await createJudge(definition, {}, nodeHost)(row);
          if (verdict === 'suspicious') found.push(`${definition.name}: ${code}`);
        }
      }
    assert.deepEqual(found, oddSamples);
  });
});

interface Recorded {
  readonly id: string;
  readonly type: string;
  readonly config: ReadonlyMap<string, import('../../src/engine/index.ts').PyValue>;
  readonly response: string;
}

/** The recorded responses that parse to a value. */
function recorded(): readonly Recorded[] {
  return ['agentscope-parsers.json', 'actions-tools-structured.json'].flatMap(file => {
    const cases = jsonLoads(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'));
    assert(cases.ok && isPyList(cases.value));
    return cases.value.map(withPython).flatMap((item): readonly Recorded[] => {
      if (!isPyDict(item) || item.get('op') !== 'parse') return [];
      const expect = item.get('expect') ?? null;
      if (!isPyDict(expect) || expect.has('error')) return [];
      const type = item.get('system') === 'multi_agent_lab' ? 'AgentOutput' : String(item.get('parser'));
      const config = item.get('config') ?? new Map();
      const message = item.get('model_response');
      const response = item.get('text') ?? (message === undefined ? null : toJsonText(message));
      const isOurs = parserTypes.some(each => each.type === type) && typeof response === 'string' && isPyDict(config);
      return isOurs ? [{ id: String(item.get('id')), type, config, response }] : [];
    });
  });
}
