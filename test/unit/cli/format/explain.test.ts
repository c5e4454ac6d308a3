import assert from 'node:assert/strict';
import { explain } from '../../../../src/cli/format/explain.ts';

type Result = Parameters<typeof explain>[1];

suite('what became of every message', () => {
  const message = (name: string, content: unknown) => ({ name, content });
  const conversation = {
    messages: [
      message('Ann', 'Hello\n  there'),
      message('Bartholomew', [new Map([['type', 'text']]), new Map([['type', 'image']])]),
      message('C', 'x'.repeat(60)),
    ],
  } as unknown as Parameters<typeof explain>[0];
  const explained = (result: object) => explain(conversation, result as unknown as Result);
  const perMessage = [
    { kept: true, tokens: 12 },
    { kept: true, tokens: 1234, step: 2, reason: 'cut' },
    { kept: false, step: 1, reason: 'too old' },
  ];

  test('a line each, in columns', () => {
    const long = `${'x'.repeat(47)}…`;
    assert.equal(
      explained({ perMessage, tokens: 1246, exact: true, basis: 'words' }),
      [
        '#  tokens                              name         content',
        '1      12  kept                        Ann          Hello there',
        '2    1234  changed in step 2: cut      Bartholomew  [text] [image]',
        `3          dropped in step 1: too old  C            ${long}`,
        '',
        '2 of 3 messages kept; 1246 tokens, exact (words)',
        '',
      ].join('\n'),
    );
  });

  test('a formula of AgentScope is exact as AgentScope counts', () => {
    const of = (result: object) =>
      explained({ perMessage, tokens: 5, basis: 'x', ...result })
        .trimEnd()
        .split('\n')
        .at(-1);
    assert.match(of({ exact: true, formula: 'AgentScope' }) ?? '', /5 tokens, exact as AgentScope counts \(x\)$/);
    assert.match(of({ exact: false, formula: 'AgentScope' }) ?? '', /5 tokens, an estimate \(x\)$/);
  });

  test('where nothing counts, that is said', () => {
    const lines = explained({ perMessage: perMessage.map(({ tokens: _, ...rest }) => rest) }).split('\n');
    assert.equal(lines[1], '1          kept                        Ann          Hello there');
    assert.equal(lines.at(-2), '2 of 3 messages kept; not counted: no token counter');
  });

  test('examples follow the instruction', () => {
    const example = (role: string, kept: boolean) => ({ role, text: `${role}!`, outcome: { kept, tokens: 3 } });
    const outcome = { kept: true, tokens: 7 };
    const examples = [example('user', true), example('assistant', false)];
    const instruction = { outcome, note: 'n', parser: 'P', place: 'appended', text: 't', examples };
    const lines = explained({ perMessage, tokens: 1, exact: false, instruction }).split('\n');
    assert.deepEqual(
      lines.slice(2, 5).map(line => line.trim().split(/ {2,}/)),
      [
        ['7', 'kept', 'instruction of P', 't (n)'],
        ['3', 'kept', 'user of an example', 'user!'],
        ['3', 'dropped', 'assistant of an example', 'assistant!'],
      ],
    );
  });

  for (const [place, at] of [
    ['before', 1],
    ['inside', 2],
    ['after', 4],
  ] as const)
    test(`the instruction ${place} the messages`, () => {
      const text = 'Answer with JSON.';
      const instruction = { outcome: { kept: true, tokens: 7 }, note: 'added', parser: 'P', place, text };
      const lines = explained({ perMessage, tokens: 1, exact: false, instruction }).split('\n');
      assert.match(lines[at]!, /^ +7 {2}kept +instruction of P {2}Answer with JSON\. \(added\)$/);
      assert.match(lines.at(-2)!, /1 tokens, an estimate \(\)$/);
    });
});
