import assert from 'node:assert/strict';
import { fromPlain } from '../../../src/engine/index.ts';
import { instructionIndex, layRows, messageRow } from '../../../src/views/conversationRows.ts';

suite('rows of a conversation', () => {
  for (const [content, words] of [
    ['two\n lines', 'two lines'],
    ['x'.repeat(500), `${'x'.repeat(199)}…`],
    [[], ''],
    [[{ type: 'text', text: 'a' }, { type: 'image' }], 'a [image]'],
    [[{ type: 'thinking', thinking: 'hm' }], '[thinking] hm'],
    [[{ type: 'tool_use', name: 'f', input: { a: 1, b: [2] } }], 'f(a: 1, b: …)'],
    [[{ type: 'tool_use' }], 'None()'],
    [[{ type: 'tool_result', name: 'f', output: [{ type: 'text', text: 'ok' }, { type: 'audio' }] }], 'f → ok [audio]'],
    [[{ type: 'tool_result', name: 'f', output: 'ok' }], 'f → ok'],
    [Array.from({ length: 20 }, () => ({ type: 'text', text: 'a' })), 'a a a a a a a a …'],
    [[3, null, [4]], '3 None …'],
    [null, 'None'],
    [{}, '…'],
  ] as const)
    test(JSON.stringify(content).slice(0, 60), () => {
      const message = { role: 'user', name: 'u', content: fromPlain(content), span: { start: 0, end: 0 } };
      assert.equal(messageRow(message, 0, undefined, undefined).words, words);
    });

  const outcome = (tokens: number, kept = true) => ({ tokens, kept });
  for (const [name, outcomes, tokens, starts, extent] of [
    ['oldest first', [outcome(1), outcome(2), outcome(4)], 7, [0, 1, 3], 7],
    ['behind what belongs to none', [outcome(1), outcome(2)], 6, [3, 4], 6],
    [
      'what is dropped takes no room',
      [outcome(1), outcome(2, false), outcome(8, false), outcome(4)],
      6,
      [1, 1, 1, 2],
      9,
    ],
    ['messages that count less than nothing', [outcome(-3), outcome(2)], 1, [2, 2], 4],
    ['without counts', [{ kept: true }], 0, [0], 0],
  ] as const)
    test(`bars: ${name}`, () => {
      const bars = layRows([], outcomes, undefined, tokens);
      assert.deepEqual([[...bars.starts], bars.extent, bars.shared <= starts.at(-1)!], [starts, extent, true]);
    });

  const said = (role: string) => ({ role, name: role, content: 'x', span: { start: 0, end: 0 } });
  const instruction = (place: 'after' | 'before' | 'appended' | 'present', tokens?: number) => ({
    parser: 'vote',
    text: 'Vote.',
    place,
    isOurs: false,
    note: '',
    outcome: { kept: true, ...(tokens !== undefined && { tokens }) },
  });
  for (const [name, roles, outcomes, placed, index, starts] of [
    ['behind all, as the newest', ['system', 'user'], [outcome(1), outcome(2)], instruction('after', 4), 2, [0, 1, 3]],
    ['before all, as the system message', ['user'], [outcome(2)], instruction('before', 4), 0, [0, 4]],
    [
      'at the end of the system message',
      ['system', 'user'],
      [outcome(5), outcome(2)],
      instruction('appended', 4),
      1,
      [0, 1, 5],
    ],
    [
      'with its examples behind it',
      ['system', 'user'],
      [outcome(5), outcome(2)],
      { ...instruction('appended', 4), examples: [{ role: 'user', text: 'q', outcome: outcome(3) }] },
      1,
      [0, 1, 5, 8],
    ],
    [
      'without a bar where it is there already',
      ['system', 'user'],
      [outcome(5), outcome(2)],
      instruction('present'),
      1,
      [0, 5, 5],
    ],
  ] as const)
    test(`the instruction has a row ${name}`, () => {
      const messages = roles.map(said);
      assert.equal(instructionIndex(placed, messages), index);
      const all = [...outcomes, placed.place === 'after' || placed.place === 'before' ? placed.outcome : outcome(0)];
      const tokens = all.reduce((sum, each) => sum + (each.tokens ?? 0), 0);
      assert.deepEqual([...layRows(messages, outcomes, placed, tokens).starts], starts);
    });
});
