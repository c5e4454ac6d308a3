import assert from 'node:assert/strict';
import type { ModelMessage } from '../../../../../src/engine/core/result.ts';
import type { FoundSuspicion, SuspicionChoice } from '../../../../../src/engine/core/suspicion.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { evaluate } from '../../../../../src/engine/evaluation/index.ts';

const schema = {
  title: 'Review',
  type: 'object',
  properties: {
    stars: { type: 'integer' },
    score: { type: 'number' },
    done: { type: 'boolean' },
    note: { type: 'string' },
    day: { type: 'string', format: 'date' },
    price: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^\\d+(\\.\\d+)?$' }] },
    tags: { type: 'array', items: { type: 'string' } },
    counts: { type: 'array', items: { type: 'integer' } },
    author: { type: 'object', title: 'Author', properties: { name: { type: 'string' }, age: { type: 'integer' } } },
    either: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
  },
};

/** What Pydantic takes of an answer without a word: the text that is told of, and how. Nothing: the answer is what the schema says. */
const answers: readonly (readonly [answer: object, ...told: string[]])[] = [
  [{ stars: 5, score: 0.5, done: true, note: 'x', tags: ['a'], author: { name: 'Ida', age: 3 } }],
  [{ stars: '5' }, 'wrong-type /stars "5" number'],
  [{ stars: true }, 'wrong-type /stars true number'],
  [{ stars: 5.0, score: 1 }],
  [{ score: '0.5', note: '1' }, 'wrong-type /score "0.5" number'],
  [{ done: 'yes' }, 'wrong-type /done "yes" boolean'],
  [{ done: 'true', note: 'true' }, 'wrong-type /done "true" boolean'],
  [{ done: 1 }, 'wrong-type /done 1 boolean'],
  [{ day: '2024-05-01' }],
  [{ day: 1714521600 }, 'wrong-type /day 1714521600 date'],
  [{ counts: [1, '2', 3, '4'] }, 'wrong-type /counts/1 "2" number'],
  [{ note: 'x', why: 'because' }, 'unknown-key /why "why" no such member'],
  [
    { author: { name: 'Ida', age: '3', mail: 'x' } },
    'wrong-type /author/age "3" number',
    'unknown-key /author/mail "mail" no such member',
  ],
  [{ either: null }],
  [{ either: '7' }, 'wrong-type /either "7" number'],
];

async function foundIn(definition: object, response: string | ModelMessage): Promise<readonly FoundSuspicion[]> {
  const [read] = readDefinitions(JSON.stringify(definition), 'x.parser.json').definitions;
  const result = await createParser(read!).parse(response, { suspicions: true, on: ['coerced'] });
  assert.ok(result.ok, JSON.stringify(result));
  return (result.suspicions ?? []).filter(({ code }) => code === 'coerced');
}

/** `cause path text-of-its-place wanted`. */
function told(found: readonly FoundSuspicion[], text: string): readonly string[] {
  return found.flatMap(({ violations = [] }) =>
    violations.map(({ cause, path, span, wanted }) => `${cause} ${path} ${text.slice(span.start, span.end)} ${wanted}`),
  );
}

suite('coerced', () => {
  const parsers: readonly (readonly [definition: object, write: (answer: object) => string])[] = [
    [
      { type: 'MarkdownJsonDictParser', content_schema: schema },
      answer => `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``,
    ],
    [
      { type: 'PydanticOutputParser', content_schema: schema },
      answer => `So: \`\`\`json\n${JSON.stringify(answer)}\n\`\`\``,
    ],
    [
      { type: 'ToolMessage', tools: [{ request: 'rate', schema: { ...schema, title: 'Rate' } }] },
      answer => `I rate: ${JSON.stringify({ request: 'rate', ...answer })}`,
    ],
  ];
  for (const [definition, write] of parsers)
    test(`${(definition as { type: string }).type}: each member at its place`, async () => {
      for (const [answer, ...wanted] of answers) {
        const text = write(answer);
        // The class of a tool of Langroid’s keeps what it does not know.
        const isKept = (definition as { type: string }).type === 'ToolMessage';
        const expected = isKept ? wanted.filter(each => !each.includes('/why ')) : wanted;
        assert.deepEqual(told(await foundIn(definition, text), text), expected, text);
      }
    });

  const others: readonly (readonly [
    name: string,
    definition: object,
    rows: readonly (readonly [string, ...string[]])[],
  ])[] = [
    [
      'zod drops what it does not know, and changes nothing',
      { type: 'StructuredOutputParser', runtime: 'js', content_schema: schema },
      [
        ['{"stars": 5, "why": "x"}', 'unknown-key /why "why" no such member'],
        ['{"author": {"name": "Ida", "mail": "x"}}', 'unknown-key /author/mail "mail" no such member'],
        ['{"stars": 5}'],
      ],
    ],
    [
      'DSPy’s JSONAdapter: fields by their types, text as well',
      {
        type: 'JSONAdapter',
        signature: { inputs: { text: 'str' }, outputs: { note: 'str', stars: 'int', person: 'Person', sure: 'bool' } },
        types: {
          Person: {
            title: 'Person',
            type: 'object',
            properties: { name: { type: 'string' }, age: { type: 'integer' } },
            required: ['name'],
          },
        },
      },
      [
        ['{"note": "x", "stars": 5, "person": {"name": "Ida", "age": 3}, "sure": true}'],
        ['{"note": 1, "stars": 5, "person": {"name": "Ida"}, "sure": true}', 'wrong-type /note 1 string'],
        [
          '{"note": "x", "stars": "5", "person": {"name": "Ida", "age": "3", "mail": "m"}, "sure": "true"}',
          'wrong-type /stars "5" number',
          'wrong-type /person/age "3" number',
          'unknown-key /person/mail "mail" no such member',
          'wrong-type /sure "true" boolean',
        ],
        [
          '{"note": "x", "stars": 5, "person": "{\\"name\\": \\"Ida\\"}", "sure": false}',
          'wrong-type /person "{\\"name\\": \\"Ida\\"}" object',
        ],
        // It has a code of its own.
        ['{"note": "x", "stars": 5, "person": {"name": "Ida"}, "sure": false, "more": 1}'],
      ],
    ],
    [
      'DSPy’s ChatAdapter: text is no other type, JSON in it is',
      {
        type: 'ChatAdapter',
        signature: { inputs: { text: 'str' }, outputs: { stars: 'int', ages: 'dict[str, int]' } },
      },
      [
        ['[[ ## stars ## ]]\n5\n[[ ## ages ## ]]\n{"Ida": 3}\n[[ ## completed ## ]]'],
        ['[[ ## stars ## ]]\n5\n[[ ## ages ## ]]\n{"Ida": "3"}', 'wrong-type /Ida "3" number'],
      ],
    ],
    [
      'multi-agent-lab’s output model',
      { type: 'AgentOutput', allowed_kinds: ['a'], mode: 'validated', extra_fields: ['scores'] },
      [
        ['{"kind": "a", "text": "x", "scores": {"Ida": 3}}'],
        ['{"kind": "a", "text": "x", "scores": {"Ida": "3"}}', 'wrong-type /scores/Ida "3" number'],
        ['{"kind": "a", "text": "x", "mood": "good"}', 'unknown-key /mood "mood" no such member'],
      ],
    ],
  ];
  for (const [name, definition, rows] of others)
    test(name, async () => {
      for (const [text, ...wanted] of rows) assert.deepEqual(told(await foundIn(definition, text), text), wanted, text);
    });

  const review = { class_name: 'Review', content_schema: schema };
  const called = (value: object) => ({
    content: '',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'Review', arguments: JSON.stringify(value) } }],
  });
  const messages: readonly (readonly [definition: object, name?: string])[] = [
    [{ type: 'PydanticToolsParser', tools: [review] }],
    [{ type: 'ToolStrategy', schema: review }],
    [
      { type: 'structured_output', content_schema: { ...schema, additionalProperties: undefined } },
      'GenerateStructuredOutput',
    ],
  ];
  for (const [definition, name = 'Review'] of messages)
    test(`${(definition as { type: string }).type}: in the arguments of a call`, async () => {
      const message = (value: object) =>
        JSON.parse(JSON.stringify(called(value)).replace('Review', name)) as ModelMessage;
      const kind = (definition as { type: string }).type;
      const answer = { stars: kind === 'structured_output' ? 5 : '5', author: { mail: 'x' } };
      const text = JSON.stringify(answer);
      assert.deepEqual(told(await foundIn(definition, message(answer)), text), [
        ...(kind === 'structured_output' ? [] : ['wrong-type /stars "5" number']),
        // A strategy's own code tells of members that the class drops.
        ...(kind === 'ToolStrategy' ? [] : ['unknown-key /author/mail "mail" no such member']),
      ]);
      assert.deepEqual(await foundIn(definition, message({ stars: 5, author: { name: 'Ida' } })), []);
    });

  test('is not looked for where nobody asks for it, in a result, a parser and an evaluation', async () => {
    const [definition] = readDefinitions(
      JSON.stringify({ type: 'PydanticOutputParser', content_schema: schema }),
      'x.parser.json',
    ).definitions;
    const parser = createParser(definition!);
    const text = '{"stars": "5"}';
    const result = await parser.parse(text, { suspicions: true });
    assert.ok(result.ok);
    assert.deepEqual(result.suspicions, []);
    assert.deepEqual(await parser.suspicions(text, result), []);
    const [suspicion] = await parser.suspicions(text, result, undefined, ['coerced']);
    assert.deepEqual([suspicion?.code, suspicion?.detail], ['coerced', '/stars, wrong-type: number']);
    const verdicts = async (options: SuspicionChoice) => {
      const found = [];
      for await (const { verdict, code } of evaluate(definition!, [text], options)) found.push([verdict, code]);
      return found;
    };
    assert.deepEqual(await verdicts({}), [['ok', undefined]]);
    assert.deepEqual(await verdicts({ on: ['coerced'] }), [['suspicious', 'coerced']]);
    assert.deepEqual(await verdicts({ on: ['coerced'], off: ['coerced'] }), [['ok', undefined]]);
  });

  test('of thousands of changes some are told, and a deep value is no matter', async () => {
    const parser = { type: 'PydanticOutputParser', content_schema: schema };
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i])));
    assert.equal((await foundIn(parser, many)).length, 100);
    const deep = `{"stars": "5", "more": ${'['.repeat(900)}${']'.repeat(900)}}`;
    assert.equal((await foundIn(parser, deep)).length, 2);
  });
});
