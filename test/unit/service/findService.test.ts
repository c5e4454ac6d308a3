import assert from 'node:assert/strict';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { findService } from '../../../src/service/findService.ts';

suite('The service that finds parsers', () => {
  const service = findService(nodeHost);
  const files = [
    { fileName: 'a.parser.json', text: '{ "type": "MarkdownJsonDictParser", "required_keys": ["vote"] }' },
    {
      fileName: 'b.parser.json',
      text: '{ "parsers": { "one": { "type": "identity" }, "two": { "type": "json", "description": "d" } } }',
    },
  ];

  test('rows name their file; types have none', async () => {
    const { rows, total } = await service.findParsers(
      [{ text: '{"thought": 1, "command": {"name": "ls"}}' }],
      files,
      true,
    );
    assert.equal(total, 1);
    assert.deepEqual(rows[0], {
      name: 'two',
      type: 'json',
      description: 'd',
      file: 1,
      read: 1,
      gives: 'content {thought, action}  memory {thought, action}',
      hasNames: true,
      asksForForm: true,
      why: 'Reads the response; asks for what stands in it; uses 60 % of its words',
    });
    assert.equal(rows.find(({ name }) => name === 'a')?.read, 0);
    assert.equal(rows.find(({ type, file }) => type === 'json' && file === undefined)?.name, 'json');
  });

  test('what would read the response after one edit says which', async () => {
    const vote = '```json\n{"thought": "Hm.", "vote": "Player 4",}\n```';
    const rows = async (...texts: string[]) => {
      const found = (
        await service.findParsers(
          texts.map(text => ({ text })),
          files,
          true,
        )
      ).rows;
      return found
        .filter(({ afterEdit }) => afterEdit !== undefined)
        .map(({ name, afterEdit }) => `${name} ${afterEdit}`);
    };
    assert.ok((await rows(vote)).includes('a trailing-comma'));
    assert.ok(!(await rows(vote.replace('"vote":', "'vote':"))).some(row => row.startsWith('a ')), 'two edits');
    assert.ok(!(await rows(vote, 'Hm.')).some(row => row.startsWith('a ')), 'one of two');
  });

  test('no module runs where the workspace is not trusted', async () => {
    const custom = [{ fileName: 'c.parser.json', text: '{ "type": "custom", "module": "gone.mjs" }' }];
    const why = async (isTrusted: boolean) =>
      (await service.findParsers([{ text: 'x' }], custom, isTrusted)).rows.find(({ name }) => name === 'c')?.why;
    assert.notEqual(await why(false), await why(true));
  });

  test('a response in a string of JSON is unescaped', async () => {
    const line = '{"r": "[A]x\\n[/A]"}';
    const span = { start: 7, end: 17 };
    const response = { text: line.slice(7, 17), surroundings: { line, span } };
    const draft = await service.draft([response], 'MultiTaggedContentParser');
    assert.equal(JSON.parse(draft?.text ?? '').samples[0].text[0], '[A]x');
  });

  test('why a draft does not read everything', async () => {
    const responses = [{ text: '[A]x[/A]' }, { text: '```py\n1\n```' }];
    assert.match(
      (await service.draft(responses, 'MarkdownCodeBlockParser'))?.unread ?? '',
      /^response 1: TagNotFoundError/,
    );
    assert.equal(await service.draft(responses, 'xml_function_calling'), undefined);
    assert.equal(await service.draft(responses, 'no type'), undefined);
  });
});
