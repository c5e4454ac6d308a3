import assert from 'node:assert/strict';
import { toPlain } from '../../../../../../src/engine/core/pyValue.ts';
import type { ParserType } from '../../../../../../src/engine/parsers/parserType.ts';
import { plainSource } from '../../../../../plainSource.ts';
import { typeNamed } from '../../../parsers/typeNamed.ts';
import { parserOf } from '../../agentscope/parse.ts';

const jsonOutputFunctionsParser = typeNamed('JsonOutputFunctionsParser');
const jsonOutputToolsParser = typeNamed('JsonOutputToolsParser');
const outputFunctionsParser = typeNamed('OutputFunctionsParser');

const [joke, pun] = ['joke', 'pun'].map(name => ({ name, arguments: '{"setup": "text"}' }));
const legacy = { content: '', function_call: joke };
const one = { content: '', tool_calls: [{ id: 'call_1', type: 'function', function: joke }] };
const two = { content: '', tool_calls: [{ function: joke }, { function: pun }] };
const own = { content: '', tool_calls: [{ name: 'joke', args: {} }] };

/** A type, the message of its example, and what its parser reads from that. */
const examples: readonly (readonly [type: ParserType, message: object, value: unknown])[] = [
  [jsonOutputToolsParser, one, [{ type: 'joke', args: { setup: 'text' } }]],
  [jsonOutputFunctionsParser, legacy, { setup: 'text' }],
  [outputFunctionsParser, legacy, '{"setup": "text"}'],
];

/** A type, messages, and whether they make a draft of it. */
const drafts: readonly (readonly [what: string, type: ParserType, messages: readonly unknown[], isDrafted: boolean])[] =
  [
    ['several calls', jsonOutputToolsParser, [two], true],
    ['several calls in one of the messages', jsonOutputToolsParser, [one, two], true],
    ['LangChain’s own calls', jsonOutputToolsParser, [own], true],
    ['one call each of a provider’s', jsonOutputToolsParser, [one, one], false],
    ['a legacy call among them', jsonOutputToolsParser, [two, legacy], false],
    ['a text among them', jsonOutputToolsParser, [two, 'Why?'], false],
    ['legacy calls', jsonOutputFunctionsParser, [legacy, legacy], true],
    ['no legacy call', jsonOutputFunctionsParser, [two], false],
    ['legacy calls, which a type that keeps their text cannot be told by', outputFunctionsParser, [legacy], false],
  ];

suite('LangChain’s parsers of calls', () => {
  for (const [type, message, value] of examples)
    test(`${type.type}: the example is a message with a call, and is read`, async () => {
      const example = type.responses?.example?.(plainSource(new Map())) ?? '';
      assert.deepEqual(JSON.parse(example), message);
      const reading = await parserOf(type, {}).read({ text: example });
      assert('value' in reading);
      assert.deepEqual(toPlain(reading.value), value);
    });

  for (const [what, type, messages, isDrafted] of drafts)
    test(`${type.type}: a draft of ${what}: ${isDrafted ? 'it reads every call, so it needs no key' : 'none'}`, () => {
      const texts = messages.map(message => (typeof message === 'string' ? message : JSON.stringify(message)));
      assert.deepEqual(type.responses?.draft?.(texts), isDrafted ? new Map() : undefined);
    });
});
