import assert from 'node:assert/strict';
import { toPlain } from '../../../../../../src/engine/core/pyValue.ts';
import type { ParserType } from '../../../../../../src/engine/parsers/parserType.ts';
import { typeNamed } from '../../../parsers/typeNamed.ts';
import { parserOf } from '../../agentscope/parse.ts';

const xmlAgentOutputParser = typeNamed('XMLAgentOutputParser');
const zeroShotAgentOutputParser = typeNamed('ZeroShotAgentOutputParser');

/** An answer, and the step that each type takes it for; `undefined`: nothing of its kind, so that no draft is made of it. */
const steps: readonly (readonly [type: ParserType, text: string, step: object | undefined])[] = [
  [xmlAgentOutputParser, '<tool>search</tool><tool_input>Paris</tool_input>', { tool: 'search', toolInput: 'Paris' }],
  [
    xmlAgentOutputParser,
    'Well.\n<tool>search</tool>\n\n<tool_input>Paris</tool_input>',
    { tool: 'search', toolInput: 'Paris' },
  ],
  [xmlAgentOutputParser, '<final_answer>Rain.</final_answer>', { returnValues: { output: 'Rain.' } }],
  [xmlAgentOutputParser, '<tool_input>Paris</tool_input>', undefined],
  [xmlAgentOutputParser, '<tool>search', undefined],
  [
    zeroShotAgentOutputParser,
    'Thought: hm\nAction: search\nAction Input: "Paris"',
    { tool: 'search', toolInput: 'Paris' },
  ],
  [zeroShotAgentOutputParser, 'Thought: hm\nAction: search', undefined],
];

suite('LangChain.js’s parsers of agents', () => {
  for (const [type, text, step] of steps)
    test(`${type.type}: ${JSON.stringify(text)} is ${JSON.stringify(step) ?? 'not drafted from'}`, async () => {
      const runtimes = Object.keys(type.framework?.runtimes ?? {});
      // Where Python has a class of this name, too, a draft says whose it is.
      assert.deepEqual(
        type.responses?.draft?.([text]),
        step && new Map(runtimes.length > 1 ? [['runtime', 'js']] : []),
      );
      if (!step) return;
      const reading = await parserOf(type, {}).read({ text });
      assert('value' in reading);
      assert.deepEqual(toPlain(reading.value), { ...step, log: text });
    });

  for (const type of [xmlAgentOutputParser, zeroShotAgentOutputParser])
    test(`${type.type}: its template is a definition of it`, () => {
      const {
        description,
        runtime: _,
        ...keys
      } = JSON.parse(type.template) as {
        readonly description: string;
        readonly runtime?: string;
      };
      assert.deepEqual(keys, { type: type.type });
      assert.ok(description.length > 0);
    });
});
