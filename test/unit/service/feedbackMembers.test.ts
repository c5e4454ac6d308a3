import assert from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../src/engine/index.ts';
import { feedbackMembers } from '../../../src/service/feedbackText.ts';
import { answer, pydantic, schema, told } from './feedbackIn.ts';

suite('feedbackMembers', () => {
  test('on the lines of Pydantic’s message, items of a list and equal words told apart', async () => {
    const found = await told(
      { type: 'MarkdownJsonDictParser', content_schema: schema },
      `\`\`\`json\n${answer}\n\`\`\``,
    );
    assert.deepEqual(found.slice(0, 6), pydantic);
    // The variant of a union is named behind the member.
    assert.match(found[6] ?? '', / \| either\.(?:int|bool)$/);
  });

  test('one sentence about several keys: at each name', async () => {
    const parser = { type: 'MarkdownJsonDictParser', required_keys: ['speak', 'mood'] };
    const found = await told(parser, '```json\n{"stars": 9}\n```');
    assert.equal(found.length, 0, 'The names stand there without quotes, which may be any words.');
  });

  test('what reads, and what is told nothing, has none', async () => {
    const [read] = readDefinitions('{"type": "MarkdownJsonDictParser"}', 'x.parser.json').definitions;
    assert.deepEqual(feedbackMembers(await createParser(read!).parse('```json\n{}\n```')), []);
    assert.deepEqual(feedbackMembers(await createParser(read!).parse('no')), []);
  });

  test('a hundred violations of a long answer', async () => {
    const many = JSON.stringify({ mood: 'good', tags: Array.from({ length: 3000 }, (_, i) => i) });
    const found = await told({ type: 'MarkdownJsonDictParser', content_schema: schema }, `\`\`\`json\n${many}\n\`\`\``);
    assert.equal(found.length, 100);
    assert.equal(found[57], '/tags/57 | tags.57 | Input should be a valid string');
  });
});
