import fc from 'fast-check';
import { readDefinitions } from '../../../../src/node/engine.ts';
import { propertyRuns } from '../../../propertyRuns.ts';
import { check } from './agreement.ts';

const tool = {
  request: 'note',
  purpose: 'To note a <text>',
  schema: { properties: { text: { type: 'string' } }, required: ['text'] },
};
const call = '{"request": "note", "text": "x"}';
const xmlCall = '<tool><request>note</request><text>t</text></tool>';
const step = 'Action: s\nAction Input: y\n';

/** Definitions, each with the parts that mean something to its stream alone. */
const forms: readonly (readonly [keys: { readonly type: string }, words: readonly string[]])[] = [
  [
    { type: 'ZeroShotAgentOutputParser' },
    ['Action:', '\nAction Input:', 'x', 'Final Answer:', '\n', 'Action: s\nAction Input:'],
  ],
  [
    { type: 'ReActSingleInputOutputParser' },
    [step, 'Action:', 'Action Input:', 'Action 1', ' 2', ' Input', ':', 'x', '\n', ' ', 'Final Answer:'],
  ],
  [
    { type: 'XMLAgentOutputParser' },
    [
      '<tool>s</tool>',
      '<tool>',
      '</tool>',
      '<tool_input>i</tool_input>',
      '<final_answer>a</final_answer>',
      '<',
      'x',
      '</tool_input>',
    ],
  ],
  [
    { type: 'ToolMessage', tools: [tool] } as { type: string },
    [call, xmlCall, '{', '}', '</tool>', '<tool>', '""', '"', "''", '<b>'],
  ],
  // A closing tag without its opening one takes all from the first tag before it.
  [
    { type: 'ToolMessage', tools: [tool] } as { type: string },
    ['<request>note</request><text>t</text></tool>', call, ' ', '</tool>', '<b>'],
  ],
  // A doubled quote is a part of its string, so the brace behind it closes nothing.
  [
    { type: 'ToolMessage', tools: [tool] } as { type: string },
    ['{"request": "note", "text": "x', '""', '"', ' }', 'y', '}', "''"],
  ],
  [
    { type: 'AgentOutput', allowed_kinds: ['a'], fallback_kind: 'a' } as { type: string },
    [
      '<think>',
      '</think>',
      '<',
      'think>',
      '<th',
      '{"kind": "a", "text": "1',
      '"}',
      '{"kind": "a", "text": "2"}',
      '\\"',
      '\\',
      '```',
    ],
  ],
  [{ type: 'CustomListOutputParser', separator: '; ' } as { type: string }, ['a', '; ', ';', ' ', 'b', '\n']],
  [{ type: 'RegexTaggedContentParser' }, ['<a>', '</a>', '</>', 'x', '<a>y</a>', '<b>', '</b>', '<', '<a<', '</a<a>']],
  [{ type: 'CommaSeparatedListOutputParser' }, [',', '"', 'a', ' ', '\n', '\r', '"a, b"', '""']],
];

suite('streams of the words of one form agree with the whole response', () => {
  for (const [keys, words] of forms) {
    const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
    test(`${keys.type}: ${JSON.stringify(words[0])} @slow`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 8 }), async parts => {
          const text = parts.join('');
          await check(
            { id: keys.type, definition: definition!, text },
            [...text].map((_, i) => i),
          );
        }),
        { numRuns: propertyRuns(150, 1500) },
      );
    });
  }
});
