import assert from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../src/engine/definition/index.ts';
import { evaluate } from '../../../src/engine/evaluation/index.ts';

const vote = {
  type: 'MarkdownJsonDictParser',
  content_hint: { thought: 'what you thought', vote: 'which player to vote for' },
  required_keys: ['thought', 'vote'],
};
const { definitions } = readDefinitions(JSON.stringify(vote), 'x.parser.json');
const parser = createParser(definitions[0]!);
const block = (player: string) => `\`\`\`json\n{"thought": "hm", "vote": "${player}"}\n\`\`\``;
const two = `${block('Ann')}\n\nNo, better:\n\n${block('Bob')}`;

suite('suspicions of a parsed answer', () => {
  test('are not there unless they are asked for', async () => {
    const result = await parser.parse(two);
    assert.ok(result.ok && !('suspicions' in result));
  });

  test('are code, message and place, and all else of the result stays', async () => {
    const [plain, result] = [await parser.parse(two), await parser.parse(two, { suspicions: true })];
    assert.ok(plain.ok && result.ok);
    const { suspicions, ...rest } = result;
    assert.deepEqual(rest, { ...plain });
    assert.deepEqual(result.exact, plain.exact);
    assert.ok(Object.isFrozen(result) && Object.isFrozen(suspicions));
    const [lost] = suspicions!;
    assert.deepEqual(
      suspicions?.map(({ code, message }) => [code, message]),
      [['answers-lost', 'Several answers stood there, and the value has one of them: code block.']],
    );
    assert.equal(two.slice(lost!.span!.start, lost!.span!.end).trim(), '{"thought": "hm", "vote": "Bob"}');
  });

  test('are none of a plain answer, and absent where it does not read', async () => {
    const plain = await parser.parse(block('Ann'), { suspicions: true });
    assert.deepEqual(plain.ok && plain.suspicions, []);
    const broken = await parser.parse('I vote for Ann.', { suspicions: true });
    assert.ok(!broken.ok && !('suspicions' in broken));
  });

  test('of an answer longer than a page, whose parts are made when they are asked for', async () => {
    const long = two.replace('hm', 'hm '.repeat(10_000));
    const [plain, result] = [await parser.parse(long), await parser.parse(long, { suspicions: true })];
    assert.ok(plain.ok && result.ok);
    assert.deepEqual(result.value, plain.value);
    assert.deepEqual(result.fields, plain.fields);
    assert.deepEqual(
      result.suspicions?.map(({ code }) => code),
      ['answers-lost'],
    );
  });

  test('are judged by why the model stopped, and as an evaluation does', async () => {
    const [tags] = readDefinitions(
      JSON.stringify({ type: 'RegexTaggedContentParser', format_instruction: 'Answer in <a>…</a>.' }),
      'x.parser.json',
    ).definitions;
    const rows = [
      { place: { log: 0, line: 1 }, response: two, finish: 'length', columns: {} },
      { place: { log: 0, line: 2 }, response: '<a>1</a> <a>2</a>', columns: {} },
    ];
    for (const definition of [definitions[0]!, tags!])
      for (const row of rows) {
        const verdicts = [];
        for await (const verdict of evaluate(definition, [row])) verdicts.push(verdict);
        const result = await createParser(definition).parse(row.response, {
          suspicions: true,
          ...(row.finish !== undefined && { finish: row.finish }),
        });
        assert.deepEqual(
          result.ok ? result.suspicions?.map(({ code, span }) => ({ code, span })) : [],
          verdicts[0]?.suspicions.map(({ code, span }) => ({ code, span })),
        );
      }
  });
});
