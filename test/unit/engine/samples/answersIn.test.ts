import assert from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../src/engine/definition/index.ts';
import { answersIn } from '../../../../src/engine/samples/index.ts';

const dict = { type: 'MarkdownJsonDictParser', content_hint: { thought: 'x', vote: 'y' } };
const tags = {
  type: 'MultiTaggedContentParser',
  tagged_contents: ['THOUGHT', 'VOTE'].map(name => ({
    name: name.toLowerCase(),
    tag_begin: `[${name}]`,
    content_hint: 'x',
    tag_end: `[/${name}]`,
  })),
};
const block = (vote: string) => `\`\`\`json\n{\n  "thought": "Hm: - no\\n# yes",\n  "vote": "${vote}"\n}\n\`\`\``;
const tagged = (vote: string) => `[THOUGHT]Hm.[/THOUGHT]\n[VOTE]${vote}[/VOTE]`;

async function answers(definition: object, text: string): Promise<readonly string[]> {
  const [read] = readDefinitions(JSON.stringify(definition), 'x.parser.json').definitions;
  return (await answersIn(text, createParser(read!))).map(({ start, end }) => text.slice(start, end));
}

const cases: readonly (readonly [what: string, definition: object, text: string, found: readonly string[]])[] = [
  ['headings', dict, `# Log\n\n## One\n\n${block('Ann')}\n\n## Two\n\n${block('Bob')}\n`, [block('Ann'), block('Bob')]],
  [
    'a broken one among them, and a section without one',
    dict,
    `Ten rounds.\n\n## One\n${block('Ann')}\n## Note\nNobody spoke.\n## Two\n${block('Bob').replace('\n}', ',\n}')}\n`,
    [block('Ann'), block('Bob').replace('\n}', ',\n}')],
  ],
  ['CRLF', dict, `## One\r\n\r\n${block('Ann')}\r\n\r\n## Two\r\n${block('Bob')}\r\n`, [block('Ann'), block('Bob')]],
  ['items', tags, `- ${tagged('Ann')}\n- ${tagged('Bob')}\n1. ${tagged('Cy')}`, ['Ann', 'Bob', 'Cy'].map(tagged)],
  [
    'rows',
    dict,
    '{"thought": "a", "vote": "b"}\n{"thought": "c", "vote": "d",}\n',
    ['{"thought": "a", "vote": "b"}', '{"thought": "c", "vote": "d",}'],
  ],
  [
    'one that is cut off, between others',
    dict,
    `## One\n${block('Ann')}\n## Two\n${block('Bob').slice(0, 40)}\n## Three\n${block('Cy')}`,
    [block('Ann'), block('Bob').slice(0, 40), block('Cy')],
  ],
  ['code blocks alone separate nothing', dict, `${block('Ann')}\n\nNo, better:\n\n${block('Bob')}`, []],
  ['one answer under a heading', dict, `# Answer\n\n${block('Ann')}`, []],
  [
    'an answer with headings and lists in it',
    tags,
    '[THOUGHT]\n# One\n- a\n- b\n# Two\n- c\n[/THOUGHT]\n[VOTE]x[/VOTE]',
    [],
  ],
  ['tags of one answer on lines of their own', tags, tagged('Ann'), []],
  ['JSON over several lines', dict, '{\n"thought": "a",\n"vote": "b"\n}', []],
  ['what reads any text', { type: 'StrOutputParser' }, '# One\na\n# Two\nb', []],
];

suite('answers in a text', () => {
  for (const [what, definition, text, found] of cases)
    test(what, async () => assert.deepEqual(await answers(definition, text), found));

  test('ten in one file', async () => {
    const text = Array.from({ length: 10 }, (_, i) => `### Round ${i}\n\n${block(`Player ${i}`)}\n`).join('\n');
    assert.equal((await answers(dict, text)).length, 10);
  });
});
