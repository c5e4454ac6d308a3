import assert from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../src/engine/definition/index.ts';
import { evaluate } from '../../../../src/engine/evaluation/index.ts';

const definition = (keys: object) => readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions[0]!;
const dict = definition({
  type: 'MarkdownJsonDictParser',
  content_hint: { thought: 'why', vote: 'a name' },
  required_keys: ['vote'],
});
const tags = definition({
  type: 'MultiTaggedContentParser',
  tagged_contents: [
    { name: 'speak', tag_begin: '[SPEAK]', content_hint: 's', tag_end: '[/SPEAK]' },
    { name: 'vote', tag_begin: '[VOTE]', content_hint: 'v', tag_end: '[/VOTE]' },
  ],
});
const bash = definition({ type: 'single_bash_code_block' });
const validated = definition({
  type: 'MarkdownJsonDictParser',
  content_schema: {
    title: 'Vote',
    type: 'object',
    properties: {
      voter: { type: 'object', properties: { full_name: { type: 'string' } }, required: ['full_name'] },
      votes: {
        type: 'array',
        items: { type: 'object', properties: { target: { type: 'string' } }, required: ['target'] },
      },
    },
    required: ['voter', 'votes'],
  },
});
const block = (json: string) => `\`\`\`json\n${json}\n\`\`\``;

type Given = ReturnType<typeof definition>;

async function told(of: Given, response: string) {
  const { causes, candidates, partly } = await createParser(of).diagnose(response);
  return {
    causes: causes.map(({ code }) => code),
    candidates: candidates.length,
    ...(partly && { left: partly.error.class }),
  };
}

suite('the cause of a response that does not read', () => {
  for (const text of [
    'I’m sorry, but I can’t help with that.',
    "I'm sorry; I cannot take part in voting (it is against my guidelines).",
    'Sorry, I am not able to do this.',
    'As an AI language model, I cannot vote.',
    'I cannot assist with that request.',
    'Unfortunately, I won’t be able to: I am unable to vote.',
    'I must decline to answer this question.',
    'Es tut mir leid, aber dabei kann ich nicht helfen.',
    '抱歉，我无法回答这个问题。',
    'Je suis désolé, mais je ne peux pas vous aider.',
  ])
    test(`refusal: ${text}`, async () => {
      for (const of of [dict, tags, bash, validated])
        assert.deepEqual(await told(of, text), { causes: ['refusal'], candidates: 0 }, of.type);
    });

  test('a refusal in the form that is wanted is none', async () => {
    assert.deepEqual((await told(dict, block("{'vote': 'Sorry, I cannot'}"))).causes, ['single-quotes']);
    assert.deepEqual((await told(tags, "[SPEAK]I'm sorry, I cannot vote.[/SPEAK] [VOTE]Eve")).causes, [
      'cut-off',
      'missing-tag',
    ]);
  });

  test('nothing of the form is no answer, and nothing at all is empty', async () => {
    for (const of of [dict, tags, validated])
      assert.deepEqual(await told(of, 'I think that Eve is the wolf. I vote for her.'), {
        causes: ['no-answer'],
        candidates: 0,
      });
    assert.deepEqual(await told(bash, 'I looked around in this folder. There is nothing to do.'), {
      causes: ['no-answer'],
      candidates: 0,
    });
    for (const of of [dict, tags, bash, validated])
      assert.deepEqual(await told(of, ' \n'), { causes: ['empty-response'], candidates: 0 });
  });

  test('JSON without its block is not “no answer”', async () => {
    assert.deepEqual(await told(dict, 'I vote: {"vote": "Eve"}'), { causes: ['no-fence'], candidates: 1 });
    assert.deepEqual((await told(bash, 'ls -F')).causes, ['no-fence']);
  });

  test('what is cut off is so everywhere, whatever the edits add', async () => {
    const { causes, candidates } = await createParser(dict).diagnose(block('{"vote": "Eve", "thou').slice(0, -4));
    assert.deepEqual([causes[0]?.code, candidates[0]?.causes[0], candidates[0]?.lossy], ['cut-off', 'cut-off', true]);
    assert.deepEqual((await told(dict, '```json\n')).causes, ['cut-off']);
    assert.deepEqual((await told(tags, '[SPEAK]hi[/SPEAK]')).causes, ['missing-tag']);
  });

  test('the cause that comes most often is first', async () => {
    const { causes } = await createParser(dict).diagnose(block("{\"a\": True, 'thought': 'x', 'vote': 'Eve'}"));
    assert.deepEqual(
      causes.map(({ code, count }) => [code, count > 1]),
      [
        ['single-quotes', true],
        ['python-literal', false],
      ],
    );
  });

  for (const [json, keys] of [
    ['{"Vote": "Eve"}', ['vote']],
    ['{"VOTE": "Eve", "Thought": "x"}', ['vote', 'thought']],
    ['{"voet": "Eve"}', ['vote']],
    ["{'Vote': 'Eve'}", ['vote']],
  ] as const)
    test(`a key in other spelling: ${json}`, async () => {
      const { candidates, causes } = await createParser(dict).diagnose(block(json));
      const [best] = candidates;
      assert.ok(best && causes.some(({ code }) => code === 'key-spelling'));
      assert.deepEqual(Object.keys(best.value as object), keys);
      assert.ok(best.confidence > 0.7 && best.confidence < 0.95, String(best.confidence));
    });

  test('keys within objects and lists', async () => {
    const { candidates } = await createParser(validated).diagnose(
      '{"voter": {"fullName": "Ann"}, "Votes": [{"Target": "Eve"}, {"target": "Bo"}]}',
    );
    const [best] = candidates;
    assert.deepEqual(best?.causes, ['key-spelling']);
    assert.deepEqual(
      best?.edits.map(({ text }) => text),
      ['full_name', 'votes', 'target'],
    );
  });

  test('a key that is near to none, or to one that is there, is left alone', async () => {
    for (const json of ['{"candidate": "Eve"}', '{"V": "Eve"}', '{"Vote": "Eve", "VOTE": "Bo"}'])
      assert.deepEqual(await told(dict, block(json)), { causes: ['missing-key'], candidates: 0 }, json);
  });

  test('where only a part would be mended that is said, with where it ends then', async () => {
    assert.deepEqual(await told(dict, block("{'speak': 'hi'}")), {
      causes: ['single-quotes'],
      candidates: 0,
      left: 'RequiredFieldNotFoundError',
    });
    assert.deepEqual(await told(dict, 'So: {"speak": "hi"}'), {
      causes: ['no-fence'],
      candidates: 0,
      left: 'RequiredFieldNotFoundError',
    });
    const { partly } = await createParser(dict).diagnose(block("{'speak': 'hi'}"));
    assert.equal(partly?.edits.length, 4);
    // What would be put around text that is no JSON mends nothing.
    assert.deepEqual(await told(dict, 'The set {a} is what I vote for.'), { causes: [], candidates: 0 });
  });

  test('an evaluation says the same of every response', async () => {
    const responses = [
      'I’m sorry, but I can’t help with that.',
      'I vote for Eve.',
      '',
      'I vote: {"vote": "Eve"}',
      '```json\n{"vote": "Eve", "thou',
      block('{"Vote": "Eve"}'),
      block("{'speak': 'hi'}"),
      block("{\"a\": True, 'thought': 'x', 'vote': 'Eve'}"),
      block('{"nothing": 1}'),
      block('{"vote": "Eve"}'),
    ];
    const codes: (string | undefined)[] = [];
    for await (const { code } of evaluate(dict, responses)) codes.push(code);
    const causes = await Promise.all(responses.map(async each => (await told(dict, each)).causes[0]));
    assert.deepEqual(codes, causes);
    assert.deepEqual(codes, [
      'refusal',
      'no-answer',
      'empty-response',
      'no-fence',
      'cut-off',
      'key-spelling',
      'single-quotes',
      'single-quotes',
      'missing-key',
      undefined,
    ]);
  });

  test('what the provider says of the end counts where nothing else does', async () => {
    const rows = ['I think that', block("{'vote': 'Eve'}")].map(content => ({
      choices: [{ finish_reason: 'length', message: { role: 'assistant', content } }],
    }));
    const codes: (string | undefined)[] = [];
    const parser = createParser(dict);
    for (const { choices } of rows)
      codes.push((await parser.diagnose(choices[0]!.message.content, { isCut: true })).causes[0]?.code);
    assert.deepEqual(codes, ['cut-off', 'single-quotes']);
  });
});
