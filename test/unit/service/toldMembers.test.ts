import assert from 'node:assert/strict';
import { createParser, type ModelMessage, readDefinitions } from '../../../src/engine/index.ts';
import { toldMembers, toldText } from '../../../src/service/toldText.ts';

const schema = {
  title: 'Review',
  type: 'object',
  required: ['mood'],
  properties: {
    mood: { enum: ['good', 'bad'] },
    stars: { type: 'integer', maximum: 5 },
    tags: { type: 'array', items: { type: 'string' } },
    author: {
      type: 'object',
      title: 'Author',
      properties: { name: { type: 'string' }, 'how old': { type: 'integer' } },
    },
    either: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
  },
};
const answer = JSON.stringify({ stars: 9, tags: ['a', 1, 2], author: { name: 3, 'how old': 'x' }, either: 'maybe' });
const members = ['/mood', '/stars', '/tags/1', '/tags/2', '/author/name', '/author/how old'];

const called = (name: string): ModelMessage => ({
  content: '',
  tool_calls: [{ id: 'c', type: 'function', function: { name, arguments: answer } }],
});

/** Each member with the end of the line, or of the words, that speaks of it. */
async function told(definition: object, response: string | ModelMessage): Promise<readonly string[]> {
  const [read] = readDefinitions(JSON.stringify(definition), 'x.parser.json').definitions;
  const result = await createParser(read!).parse(response);
  const text = toldText(result)!;
  return toldMembers(result).map(({ path, offset }) => {
    const before = text.slice(0, offset).split(/\\n|\n/);
    return `${path} | ${before.at(-2)?.trim()} | ${before.at(-1)?.trim()}`;
  });
}

/** Pydantic names the member on the line before what it says of it. */
const pydantic = [
  '/mood | mood | Field required',
  '/stars | stars | Input should be less than or equal to 5',
  '/tags/1 | tags.1 | Input should be a valid string',
  '/tags/2 | tags.2 | Input should be a valid string',
  '/author/name | author.name | Input should be a valid string',
  '/author/how old | author.how old | Input should be a valid integer, unable to parse string as an integer',
];

suite('toldMembers', () => {
  test('AgentScope: on the lines of Pydantic’s message, items of a list and equal words told apart', async () => {
    const found = await told(
      { type: 'MarkdownJsonDictParser', content_schema: schema },
      `\`\`\`json\n${answer}\n\`\`\``,
    );
    assert.deepEqual(found.slice(0, 6), pydantic);
    // The variant of a union is named behind the member.
    assert.match(found[6] ?? '', / \| either\.(?:int|bool)$/);
  });

  test('LangChain: in a text that Python quotes, once in each way of asking again that tells of it', async () => {
    const found = await told({ type: 'PydanticOutputParser', content_schema: schema }, answer);
    const ends = (path: string) => found.filter(each => each.startsWith(`${path} |`));
    for (const [i, path] of members.entries()) {
      assert.ok(ends(path).length >= 1, path);
      for (const end of ends(path)) assert.equal(end, pydantic[i]);
    }
    assert.equal(ends('/tags/1').length, ends('/tags/2').length);
  });

  test('Langroid: by its tuples', async () => {
    const found = await told(
      { type: 'ToolMessage', tools: [{ request: 'rate', schema }] },
      `{"request":"rate",${answer.slice(1)}`,
    );
    assert.deepEqual(
      found.slice(0, 6).map(each => each.replace(/ \| .* \| /, ' | ')),
      [
        "/mood | ('mood',): Field required",
        "/stars | ('stars',): Input should be less than or equal to 5",
        "/tags/1 | ('tags', 1): Input should be a valid string",
        "/tags/2 | ('tags', 2): Input should be a valid string",
        "/author/name | ('author', 'name'): Input should be a valid string",
        "/author/how old | ('author', 'how old'): Input should be a valid integer, unable to parse string as an integer",
      ],
    );
  });

  test('a strategy: of a call’s arguments as well', async () => {
    const strategy = { type: 'ToolStrategy', schema: { class_name: 'Review', content_schema: schema } };
    assert.deepEqual((await told(strategy, called('Review'))).slice(0, 6), pydantic);
  });

  test('JavaScript’s strategy stops at the first fault, and names members in quotes: the others have no place', async () => {
    const strategy = { type: 'ToolStrategy', runtime: 'js', schema: { class_name: 'Review', content_schema: schema } };
    assert.deepEqual(
      (await told(strategy, called('Review'))).map(each => each.replace(/ \| .* \| /, ' | ')),
      ['/mood | - Instance does not have required property "mood"', '/stars | - Property "stars"'],
    );
  });

  test('one sentence about several keys: at each name', async () => {
    const parser = { type: 'MarkdownJsonDictParser', required_keys: ['speak', 'mood'] };
    const found = await told(parser, '```json\n{"stars": 9}\n```');
    assert.equal(found.length, 0, 'The names stand there without quotes, which may be any words.');
  });

  test('what reads, and what is told nothing, has none', async () => {
    const [read] = readDefinitions('{"type": "MarkdownJsonDictParser"}', 'x.parser.json').definitions;
    assert.deepEqual(toldMembers(await createParser(read!).parse('```json\n{}\n```')), []);
    assert.deepEqual(toldMembers(await createParser(read!).parse('no')), []);
  });

  test('a hundred violations of a long answer', async () => {
    const many = JSON.stringify({ mood: 'good', tags: Array.from({ length: 3000 }, (_, i) => i) });
    const found = await told({ type: 'MarkdownJsonDictParser', content_schema: schema }, `\`\`\`json\n${many}\n\`\`\``);
    assert.equal(found.length, 100);
    assert.equal(found[57], '/tags/57 | tags.57 | Input should be a valid string');
  });
});
