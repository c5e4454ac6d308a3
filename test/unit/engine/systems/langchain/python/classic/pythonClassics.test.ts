import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { applyEdits } from '../../../../../../../src/engine/core/applyEdits.ts';
import { toPlain } from '../../../../../../../src/engine/core/pyValue.ts';
import { createParser, readDefinitions } from '../../../../../../../src/engine/definition/index.ts';
import { exportDefinitions, importDefinitions } from '../../../../../../../src/engine/interchange/index.ts';
import { nodeHost } from '../../../../../../../src/node/nodeHost.ts';

const define = (keys: object) => readDefinitions(JSON.stringify(keys), 'x.parser.json');
const codesOf = (keys: object) => define(keys).problems.map(({ code, severity }) => `${severity} ${code}`);

async function read(keys: object, text: string) {
  const [definition] = define(keys).definitions;
  const result = await createParser(definition!, nodeHost).parse(text);
  return result.ok ? result : { ...result, fields: [] };
}

/** The parts of a value with the text that each stands in. */
async function places(keys: object, text: string) {
  const { fields } = await read(keys, text);
  return Object.fromEntries(fields.map(({ key, inner }) => [key, text.slice(inner.start, inner.end)]));
}

const schemas = [{ name: 'answer', description: 'the answer' }];

suite('the runtime of a class of LangChain that both have', () => {
  test('is told by keys that only one of them has', async () => {
    const python = { type: 'StructuredOutputParser', response_schemas: schemas };
    deepEqual(codesOf(python), ['info told-runtime']);
    // JavaScript's class would read any JSON as right.
    equal((await read(python, '{"other": 1}')).ok, false);
    const js = { type: 'StructuredOutputParser', names_and_descriptions: { answer: 'the answer' } };
    deepEqual(codesOf(js), ['info told-runtime']);
    equal((await read(js, '```json\n{"answer": "x"}\n```')).ok, true);
    deepEqual(codesOf({ type: 'DatetimeOutputParser', format: '%Y' }), ['info told-runtime']);
    deepEqual(codesOf({ type: 'StructuredOutputParser', package: 'core', content_schema: { type: 'object' } }), [
      'info told-runtime',
    ]);
  });

  test('is told by the parsers that a combination holds', async () => {
    const parsers = [
      { type: 'StructuredOutputParser', response_schemas: schemas },
      { type: 'RegexParser', regex: 'Sure: (.*)', output_keys: ['sure'] },
    ];
    const { ok: isRead, ...result } = await read(
      { type: 'CombiningOutputParser', parsers },
      '{"answer": 1}\n\nSure: A',
    );
    deepEqual(isRead && 'value' in result && result.value, { answer: 1, sure: 'A' });
  });

  test('where nothing tells it is JavaScript’s, with a warning and two ways out', () => {
    const text = '{ "type": "DatetimeOutputParser" }';
    const [problem] = readDefinitions(text, 'x.parser.json').problems;
    equal(problem?.code, 'missing-runtime');
    deepEqual(
      problem.fixes?.map(({ edits }) => applyEdits(text, edits)),
      ['python', 'js'].map(runtime => `{ "type": "DatetimeOutputParser", "runtime": "${runtime}" }`),
    );
    deepEqual(codesOf({ type: 'DatetimeOutputParser', runtime: 'python' }), []);
  });

  test('a key of the other runtime’s class names that class', () => {
    const { problems } = define({
      type: 'RegexParser',
      runtime: 'js',
      regex: 'x',
      outputKeys: ['a'],
      output_keys: ['a'],
    });
    deepEqual(
      problems.map(({ code }) => code),
      ['unread-key'],
    );
    match(problems[0]!.message, /`output_keys` is a key of Python’s `RegexParser`/);
    const both = { type: 'StructuredOutputParser', response_schemas: schemas, names_and_descriptions: { a: 'b' } };
    deepEqual(codesOf(both), ['warning missing-runtime', 'warning unread-key']);
  });

  test('a pattern that does not compile, or only with the key’s format in it', () => {
    const dict = (regex_pattern: string, format = 'A') => ({
      type: 'RegexDictParser',
      regex_pattern,
      output_key_to_format: { a: format },
    });
    deepEqual(codesOf(dict('{}: (.)')), []);
    deepEqual(codesOf(dict('{}: (')), ['error bad-pattern']);
    const { problems } = define(dict('{}: (.'));
    match(problems[0]!.message, /^Every response raises `[\w.]+: missing \)/);
  });

  test('what a constructor needs is an error of the definition', () => {
    for (const keys of [
      { type: 'StructuredOutputParser', runtime: 'python' },
      { type: 'RegexParser', runtime: 'python', regex: 'x' },
      { type: 'RegexParser', runtime: 'js', regex: 'x' },
      { type: 'YamlOutputParser' },
      { type: 'EnumOutputParser' },
      { type: 'EnumOutputParser', enum: { name: 'N', members: { ONE: 1 } } },
      { type: 'RegexDictParser' },
      { type: 'CombiningOutputParser', runtime: 'python', parsers: [{ type: 'StrOutputParser' }] },
      { type: 'CombiningOutputParser', runtime: 'python', parsers: [{ type: 'StrOutputParser' }, { type: 'Nothing' }] },
    ])
      deepEqual(define(keys).problems.filter(({ severity }) => severity === 'error').length, 1, JSON.stringify(keys));
  });
});

suite('Python’s classic parsers', () => {
  test('the parts of a step have their places', async () => {
    const text = 'Thought: hm\nAction: search\nAction Input: "weather in Paris"';
    const log = { log: text };
    deepEqual(await places({ type: 'MRKLOutputParser' }, text), {
      tool: 'search',
      tool_input: 'weather in Paris',
      ...log,
    });
    const fenced = 'Well {then}.\n```json\n[{"action": "search", "action_input": "x"}]\n```';
    deepEqual(await places({ type: 'StructuredChatOutputParser', runtime: 'python' }, fenced), {
      tool: 'search',
      tool_input: 'x',
      log: fenced,
    });
    deepEqual(await places({ type: 'JSONAgentOutputParser' }, fenced.slice(13)), {
      tool: 'search',
      tool_input: 'x',
      log: fenced.slice(13),
    });
    const xml = '<tool>a</tool><tool_input>b</tool_input>';
    deepEqual(await places({ type: 'XMLAgentOutputParser', runtime: 'python' }, xml), {
      tool: 'a',
      tool_input: 'b',
      log: xml,
    });
    const ask = 'Yes.\nFollow up: how old?';
    deepEqual(await places({ type: 'SelfAskOutputParser' }, ask), { tool_input: 'how old?', log: ask });
  });

  test('so have those of YAML and of a combination', async () => {
    const content_schema = { title: 'R', type: 'object', properties: { a: { type: 'integer' }, b: { default: 1 } } };
    deepEqual(await places({ type: 'YamlOutputParser', content_schema }, 'So:\n```yaml\na: 1_0\n```'), { a: '1_0' });
    const parsers = [
      { type: 'StructuredOutputParser', response_schemas: schemas },
      { type: 'RegexParser', regex: 'Sure: (.*)', output_keys: ['sure'] },
    ];
    deepEqual(
      await places({ type: 'CombiningOutputParser', runtime: 'python', parsers }, ' {"answer": "x"}\n\n\nSure: A\n\nz'),
      { answer: 'x', sure: 'A' },
    );
  });

  test('a date of YAML is a date, and one that there is not is no error of YAML’s', async () => {
    const content_schema = { title: 'R', type: 'object', properties: { day: { type: 'string', format: 'date' } } };
    const keys = { type: 'YamlOutputParser', content_schema };
    const good = await read(keys, 'day: 2024-02-29');
    deepEqual(good.ok && good.value, { day: '2024-02-29' });
    const bad = await read(keys, 'day: 2024-02-30');
    deepEqual(
      !bad.ok && 'error' in bad && `${bad.error.class}: ${bad.error.message}`,
      'ValueError: day is out of range for month',
    );
  });

  test('YAML bombs and tags of objects are refused', async () => {
    const content_schema = { title: 'R', type: 'object', properties: {} };
    const bomb = [
      'a0: &a0 [x,x,x,x,x,x,x,x,x]',
      ...Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(',')}]`),
    ];
    for (const text of [bomb.join('\n'), 'a: !!python/object/apply:os.system ["x"]']) {
      const result = await read({ type: 'YamlOutputParser', content_schema }, text);
      deepEqual(!result.ok && 'error' in result && result.error.class, 'OutputParserException');
    }
  });

  test('words of a boolean are patterns, and groups in them are Python’s fault', async () => {
    const dotted = await read({ type: 'BooleanOutputParser', true_val: 'y.s' }, 'YAS');
    // The word that was found is compared with the pattern itself.
    deepEqual(!dotted.ok && 'error' in dotted && dotted.error.class, 'ValueError');
    const grouped = await read({ type: 'BooleanOutputParser', true_val: 'y(e)s' }, 'yes');
    deepEqual(!grouped.ok && 'error' in grouped && grouped.error.message, "'tuple' object has no attribute 'upper'");
  });

  test('a pattern that never ends is ended', async () => {
    const keys = { type: 'RegexParser', runtime: 'python', regex: '(a+)+$', output_keys: ['a'] };
    const result = await read(keys, `${'a'.repeat(50)}!`);
    deepEqual(!result.ok && 'error' in result && result.error.class, 'PatternTimeoutError');
  }).timeout(20_000);

  test('what the instruction invites and the class refuses is said at the definition', () => {
    const quoted = { name: 'plan', description: 'a "plan"\nin lines' };
    const { problems } = define({
      type: 'StructuredOutputParser',
      runtime: 'python',
      response_schemas: [quoted, schemas[0]],
    });
    deepEqual(
      problems.map(({ code, severity }) => `${severity} ${code}`),
      ['info unread-answer', 'warning unread-answer'],
    );
  });

  test('every key that is missing is named, at the brace of its object', async () => {
    const keys = {
      type: 'StructuredOutputParser',
      runtime: 'python',
      response_schemas: [schemas[0], { name: 'source', description: '' }],
    };
    const result = await read(keys, 'So: ```json\n{"other": 1}\n```');
    deepEqual(
      !result.ok && 'error' in result && result.error.violations?.map(({ path, cause, span }) => [path, cause, span]),
      [
        ['/answer', 'missing-key', { start: 12, end: 13 }],
        ['/source', 'missing-key', { start: 12, end: 13 }],
      ],
    );
  });

  test('a parser that is wrapped is imported with what asks again', () => {
    const source = `from langchain.output_parsers import RetryOutputParser, StructuredOutputParser, ResponseSchema
schemas = [ResponseSchema(name="answer", description="the answer")]
parser = StructuredOutputParser.from_response_schemas(schemas)
retry = RetryOutputParser.from_llm(parser=parser, llm=llm)
`;
    const { definitions } = importDefinitions(source, 'python', 'x.py');
    deepEqual(
      definitions.map(({ name, config }) => [name, toPlain(config)]),
      [
        ['parser', { type: 'StructuredOutputParser', response_schemas: schemas, runtime: 'python' }],
        [
          'retry',
          {
            type: 'StructuredOutputParser',
            response_schemas: schemas,
            runtime: 'python',
            retry_parser: 'RetryOutputParser',
          },
        ],
      ],
    );
  });

  test('enums are classes of the source, both ways, and two classes of one name are kept apart', () => {
    const keys = {
      parsers: {
        mood: { type: 'EnumOutputParser', enum: { name: 'Mood', members: { CALM: 'calm', 'NO IDEA': 'no idea' } } },
        talk: { type: 'ConversationalOutputParser', ai_prefix: 'Bot' },
        chat: { type: 'ConversationalChatOutputParser' },
      },
    };
    const made = exportDefinitions(define(keys).definitions, 'langchain');
    ok(made.ok);
    match(made.text, /from langchain_classic\.agents\.conversational\.output_parser import ConvoOutputParser/);
    match(made.text, /from langchain_classic\.agents\.conversational_chat\.output_parser import/);
    // A member that is no identifier stands in the functional form.
    match(made.text, /^Mood = Enum\("Mood", \{"CALM": "calm", "NO IDEA": "no idea"\}\)$/m);
    deepEqual(made.losses, []);
    const back = importDefinitions(made.text, 'python', 'x.py').definitions;
    deepEqual(back.map(({ config }) => config.get('type')).sort(), [
      'ConversationalChatOutputParser',
      'ConversationalOutputParser',
      'EnumOutputParser',
    ]);
  });
});
