import assert from 'node:assert/strict';
import { startTask } from '../../../../../src/engine/conversation/index.ts';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';

/** `code: message` of the errors of a definition. */
function errorsOf(definition: object): string[] {
  return readDefinitions(JSON.stringify(definition), 'x.parser.json')
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
}

const missing = (type: string, key: string, given = '{}') =>
  `constructor-error: ValidationError: 1 validation error for ${type}\n${key}\n  Field required [type=missing, input_value=${given}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.13/v/missing`;
const schema = { type: 'object', properties: {} };

suite('what a constructor raises is an error of the definition', () => {
  for (const [what, definition, expected] of [
    ['no class', { type: 'PydanticOutputParser' }, [missing('PydanticOutputParser', 'pydantic_object')]],
    [
      'no class, and a wrong key',
      { type: 'PydanticOutputParser', schema },
      [missing('PydanticOutputParser', 'pydantic_object')],
    ],
    ['a class', { type: 'PydanticOutputParser', content_schema: schema }, []],
    ['no name of a tool', { type: 'JsonOutputKeyToolsParser' }, [missing('JsonOutputKeyToolsParser', 'key_name')]],
    [
      'no name of a tool, but other arguments',
      { type: 'JsonOutputKeyToolsParser', keyName: 'joke', return_id: true },
      [missing('JsonOutputKeyToolsParser', 'key_name', "{'return_id': True}")],
    ],
    ['the same in JavaScript', { type: 'JsonOutputKeyToolsParser', runtime: 'js' }, []],
    [
      'no key of the arguments',
      { type: 'JsonKeyOutputFunctionsParser', strict: false },
      [missing('JsonKeyOutputFunctionsParser', 'key_name', "{'strict': False}")],
    ],
    ['a key of the arguments', { type: 'JsonKeyOutputFunctionsParser', key_name: 'setup' }, []],
  ] as const)
    test(what, () => assert.deepEqual(errorsOf(definition), expected));
});

suite('a type that is not there', () => {
  const read = (definition: object) => readDefinitions(JSON.stringify(definition), 'x.parser.json').problems;

  for (const [what, definition, expected] of [
    [
      'no type: those with most of the keys',
      { content_schema: schema, class_name: 'Joke' },
      /^A definition needs the key `type`, such as `JsonOutputParser`, `PydanticOutputParser` or `\w+`\. Completion shows all types, and so does `parserlens --help`\.$/,
    ],
    ['nothing at all', {}, /such as `MarkdownCodeBlockParser`, /],
    [
      'a name that is like none',
      { type: 'TagReader' },
      /^No parser type is called `TagReader`\. Nearest are `\w+`, `\w+` and `\w+`\. Completion/,
    ],
    ['a misspelt name', { type: 'PydanticOutputParsr' }, /Did you mean `PydanticOutputParser`\?$/],
    ['a name without end', { type: 'x'.repeat(5000) }, /^No parser type is called `x{79}…`/],
  ] as const)
    test(what, () => {
      const [problem] = read(definition);
      assert.match(problem!.message, expected);
      assert(problem!.message.length < 300, problem!.message);
    });

  for (const [type, key, near] of [
    ['PydanticOutputParser', 'schema', 'content_schema'],
    ['PydanticOutputFunctionsParser', 'schema', 'content_schema'],
    ['StructuredOutputParser', 'schema', 'content_schema'],
    ['CommaSeparatedListOutputParser', 'schema', '$schema'],
    ['PydanticOutputParser', '$shema', '$schema'],
  ] as const)
    test(`the key that is meant by ${key}: ${type}`, () => {
      const problem = read({ type, [key]: schema }).find(({ code }) => code === 'unknown-key');
      assert.match(problem!.message, new RegExp(`Did you mean \`${near.replace('$', '\\$')}\`\\?`));
      assert.equal(problem!.fixes?.[0]?.edits[0]?.text, `"${near}"`);
    });
});

suite('a run of a type without an instruction', () => {
  const start = (definition: object) => {
    const { definitions } = readDefinitions(JSON.stringify(definition), 'x.parser.json');
    return startTask(definitions[0]!, 'Say hello.');
  };
  for (const type of ['StrOutputParser', 'XMLAgentOutputParser', 'StructuredChatOutputParserWithRetries'])
    test(`sends the task alone: ${type}`, async () => {
      const { conversation } = await start({ type });
      assert.deepEqual(
        conversation.messages.map(({ role, content }) => [role, content]),
        [['user', 'Say hello.']],
      );
    });
});
