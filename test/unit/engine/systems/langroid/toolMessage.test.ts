import assert from 'node:assert/strict';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import type { ModelMessage } from '../../../../../src/engine/core/result.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { toJsonText } from '../../../../../src/engine/python/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';
import { operations } from '../../../../conformance/adapters/operations.ts';

const { langroid } = operations;

const square = {
  request: 'square',
  purpose: 'To find the square of a <number>.',
  schema: { properties: { number: { type: 'integer' } }, required: ['number'] },
};

function parserOf(keys: object, type = 'ToolMessage') {
  const { definitions, problems } = readDefinitions(JSON.stringify({ type, ...keys }), 'a.parser.json');
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  const [definition] = definitions;
  assert(definition);
  return { parser: createParser(definition), problems };
}

async function parsed(response: string | ModelMessage, keys: object = { tools: [square] }) {
  const result = await parserOf(keys).parser.parse(response);
  assert(result.ok, result.ok ? '' : result.error.message);
  return result;
}

suite('ToolMessage', () => {
  test('fields are the candidates, also behind tabs and with a recipient taken off', async () => {
    const text = 'TO[Bob]: a\tb {"request": "square", "number": 4} c';
    for (const agent of [{}, { recognize_recipient_in_content: true }]) {
      const { fields, extra } = await parsed(text, { tools: [square], agent });
      const [field] = fields;
      assert(field);
      assert.equal(text.slice(field.span.start, field.span.end), '{"request": "square", "number": 4}');
      assert.equal(field.key, 'square');
      assert.deepEqual(extra?.recipient, 'recognize_recipient_in_content' in agent ? 'Bob' : undefined);
    }
  });

  test('the recipient is the first that a call names; one that is empty names nobody', async () => {
    const call = (recipient: unknown) => ({
      function: { name: 'square', arguments: JSON.stringify({ number: 4, recipient }) },
    });
    const recipients: readonly (readonly [of: readonly unknown[], recipient: string | undefined])[] = [
      [['Bob', 'Ann'], 'Bob'],
      [['', 'Ann'], 'Ann'],
      [[null, 'Ann'], 'Ann'],
      [[undefined, 'Ann'], 'Ann'],
      [['', null], undefined],
    ];
    for (const [of, recipient] of recipients) {
      const agent = { recognize_recipient_in_content: true };
      const { extra } = await parsed({ content: '', tool_calls: of.map(call) }, { tools: [square], agent });
      assert.equal(extra?.recipient, recipient, JSON.stringify(of));
    }
  });

  test('repairs are edits of the response', async () => {
    const text = "Sure: {'request': 'square', 'number': 4,}";
    const { repairs } = await parsed(text);
    const edited = [...repairs]
      .reverse()
      .reduce((made, { span, text: by }) => made.slice(0, span.start) + by + made.slice(span.end), text);
    assert.equal(edited, 'Sure: {"request": "square", "number": 4}');
  });

  test('reasoning is taken off where its delimiters are set', async () => {
    const text = '<think>{"request": "square", "number": 1}</think>{"request": "square", "number": 2}';
    const agent = { thought_delimiters: ['<think>', '</think>'] };
    const { value, extra, fields } = await parsed(text, { tools: [square], agent });
    assert.deepEqual(
      (value as { number: number }[]).map(({ number }) => number),
      [2],
    );
    assert.equal(extra?.reasoning, '{"request": "square", "number": 1}');
    assert.equal(fields[0]?.span.start, text.lastIndexOf('{'));
  });

  test('an error stands where its candidate stands', async () => {
    const text = '<think>Well.</think> TO[Bob]: {"request": "square", "number": "x"} ';
    const agent = { recognize_recipient_in_content: true, thought_delimiters: ['<think>', '</think>'] };
    const result = await parserOf({ tools: [square], agent }).parser.parse(text);
    assert(!result.ok);
    assert.equal(text.slice(result.error.span?.start, result.error.span?.end), '{"request": "square", "number": "x"}');
    assert.equal(result.error.feedback, result.error.message);
    assert.equal(result.toolError, true);
  });

  test('calls of the API', async () => {
    const call = (name: string, args: string) => ({ id: name, type: 'function', function: { name, arguments: args } });
    const cases: readonly (readonly [ModelMessage, readonly number[], boolean])[] = [
      [{ content: '', tool_calls: [call('square', '{"number": 3}')] }, [3], false],
      [{ content: '', tool_calls: [call('functions square', '{number: 3,}')] }, [3], false],
      [{ content: '', tool_calls: [call('cube', '{}')] }, [], true],
      [{ content: '{"request": "square", "number": 5}', tool_calls: [] }, [], true],
      [{ content: '{"request": "square", "number": 5}', tool_calls: null }, [5], false],
    ];
    for (const [message, numbers, toolError] of cases) {
      const result = await parsed(message);
      assert.deepEqual(
        (result.value as { number: number }[]).map(({ number }) => number),
        numbers,
      );
      assert.equal(result.toolError, toolError);
    }
  });

  test('only what the agent searches is read', async () => {
    const text = '{"request": "square", "number": 5}';
    const agent = { use_tools: false, use_functions_api: true, search_for_tools_everywhere: false };
    assert.deepEqual((await parsed(text, { tools: [square], agent })).value, []);
  });

  test('one tool shows its own instruction, several the rules; the parts know where they are written', () => {
    const one = parserOf({ tools: [square] }).parser;
    assert(one.formatInstruction().startsWith('TOOL: square\n'));
    assert.equal(
      one
        .instructionPieces()
        .map(({ text }) => text)
        .join(''),
      langroid.formatInstructions(square),
    );
    const origins = one.instructionPieces().flatMap(({ origin }) => origin ?? []);
    assert.equal(origins.length, 3);
    const two = parserOf({
      tools: [square, { ...square, request: 'cube' }],
      format_instruction: 'Tools:\n{format_instructions}',
    });
    assert.equal(
      two.parser.formatInstruction(),
      `Tools:\n${langroid.formatInstructions(square)}\n\n${langroid.formatInstructions({ ...square, request: 'cube' })}`,
    );
    assert.deepEqual(
      two.parser.views().map(({ language }) => language),
      ['markdown', 'json', 'json'],
    );
    for (const view of two.parser.views()) assert(view.pieces().length > 0);
  });

  test('an agent that calls by the API shows what is sent', () => {
    const agent = { use_tools: false, use_functions_api: true };
    const tool = { ...square, examples: [{ number: 3 }] };
    const parameters = { properties: { number: { type: 'integer' } }, required: ['number'], type: 'object' };
    const schema = { name: 'square', description: square.purpose, parameters };
    const guidance = langroid.toolInstructions({ tools: [tool], agent });
    assert.match(guidance, /EXAMPLES:/);
    const sent = (keys: object) => parserOf({ tools: [tool], agent: { ...agent, ...keys } });
    const byTools = sent({}).parser;
    const [before, json] = byTools.formatInstruction().split(/\n\n(?=\[)/);
    assert.equal(before, guidance);
    assert.deepEqual(JSON.parse(json ?? ''), [{ type: 'function', function: schema }]);
    assert.doesNotMatch(byTools.formatInstruction(), /TOOL: square\n {12}PURPOSE/);
    assert.equal(byTools.instructionPieces().filter(({ origin }) => origin).length, 1);
    const byFunctions = sent({ use_tools_api: false }).parser.formatInstruction();
    assert.deepEqual(JSON.parse(byFunctions.split(/\n\n(?=\[)/)[1] ?? ''), [schema]);
    assert.equal(sent({ use_functions_api: false }).parser.formatInstruction(), guidance);
    // With both Langroid has its own tools.
    assert.match(
      sent({ use_tools: true }).parser.formatInstruction(),
      /^TOOL: square\nPURPOSE|^TOOL: square\n {12}PURPOSE/,
    );
    assert.deepEqual(sent({}).problems, []);
  });

  test('what the model is told where no tool was recognised', async () => {
    const told = async (response: string | ModelMessage, handle_llm_no_tool?: string, tools: object[] = [square]) =>
      (await parsed(response, { tools, agent: { handle_llm_no_tool } })).extra?.feedback;
    assert.equal(await told('Hello', 'Use a tool.'), 'Use a tool.');
    assert.equal(await told('{"request": "cube"}', 'Use a tool.'), 'Use a tool.');
    assert.equal(await told('Hello'), undefined);
    assert.equal(await told('{"request": "square", "number": 1}', 'Use a tool.'), undefined);
    assert.equal(await told({ message: 'Hello', sender: 'USER' }, 'Use a tool.'), undefined);
    for (const action of ['user', 'done']) {
      assert.equal(await told('Hello', action), undefined);
      assert.equal(langroid.handleMessage({ tools: [square], agent: { handle_llm_no_tool: action } }, 'Hello'), null);
    }
    const other = { ...square, handle: false };
    assert.equal(await told('{"request": "square", "number": 1}', 'Use a tool.', [other]), undefined);
  });

  test('a schema of its own fields is the same as the whole one', () => {
    const text = { type: 'string' };
    const properties = {
      request: { default: 'square', ...text },
      purpose: { default: '', ...text },
      id: { default: '', ...text },
    };
    const whole = {
      ...square,
      schema: { ...square.schema, properties: { ...properties, ...square.schema.properties } },
    };
    assert.deepEqual(
      langroid.functionSchema(whole, { request: true }),
      langroid.functionSchema(square, { request: true }),
    );
    assert.equal(langroid.formatInstructions(whole), langroid.formatInstructions(square));
  });

  test('odd tools are warned of', () => {
    const cases: readonly (readonly [tool: object, message: RegExp, type?: string])[] = [
      [{ ...square, examples: [{ number: 'x' }] }, /refuses this example/],
      [{ request: 'ping' }, /cannot be called in XML/, 'XMLToolMessage'],
      [{ request: 'p', schema: { properties: { properties: { type: 'object' } } } }, /lost/],
    ];
    for (const [tool, message, type] of cases)
      assert(parserOf({ tools: [tool] }, type).problems.some(problem => message.test(problem.message)));
    assert(parserOf({ tools: [square, square] }).problems.some(({ message }) => /second tool/.test(message)));
  });

  test('the pattern of a schema is checked, as Pydantic checks it', async () => {
    const schema = {
      type: 'object',
      properties: { code: { type: 'string', pattern: '^[A-Z]{3}$' } },
      required: ['code'],
    };
    const text = JSON.stringify({ type: 'ToolMessage', tools: [{ request: 'book', schema }] });
    const parser = createParser(readDefinitions(text, 'x.parser.json').definitions[0]!);
    assert.equal((await parser.parse('{"request": "book", "code": "ABC"}')).ok, true);
    const wrong = await parser.parse('{"request": "book", "code": "abc"}');
    assert.match(wrong.ok ? '' : wrong.error.message, /\('code',\): String should match pattern '\^\[A-Z\]\{3\}\$'/);
  });

  test('a tool without a name is refused', () => {
    assert.throws(
      () => langroid.usageExamples({ request: '' }),
      (error: unknown) => error instanceof EngineError && error.class === 'ValueError',
    );
  });

  for (const type of parserTypes.filter(({ system }) => system === 'Langroid'))
    test(`the template of ${type.type} has no problems`, () => {
      assert.deepEqual(readDefinitions(type.template, 'a.parser.json').problems, []);
    });
});

suite('Langroid’s candidates', () => {
  const cases: readonly (readonly [text: string, json: readonly string[], xml: readonly string[]])[] = [
    ['a\t{"b": "\t"}', ['{"b": " "}'], []],
    ["{it's {}", ['{}'], []],
    ['{\'}\' {"}"}}', ['{\'}\' {"}"}}'], []],
    [`${'{'.repeat(81)}${'}'.repeat(81)}`, [`${'{'.repeat(81)}${'}'.repeat(81)}`], []],
    [`${'{'.repeat(82)}${'}'.repeat(82)}{}`, [], []],
    ['<tool>{}', ['{}'], ['<tool>{}</tool>']],
    ['<é>1</é></tool><b>2</b></tool>', [], ['<tool><é>1</é></tool>', '<tool><b>2</b></tool>']],
  ];
  for (const [text, json, xml] of cases)
    test(JSON.stringify(text.slice(0, 40)), () => {
      const candidates = langroid.jsonCandidates(text);
      assert.deepEqual(
        candidates.map(candidate => candidate.text),
        json,
      );
      for (const { span } of candidates) assert.match(text.slice(span.start, span.end), /^\{[\s\S]*\}$/);
      assert.deepEqual(
        langroid.xmlCandidates(text).map(candidate => candidate.text),
        xml,
      );
    });

  test('what cannot be read has no JSON, and raises only where Langroid does', () => {
    const text = `{"a": ${'['.repeat(2000)}}`;
    assert.equal(langroid.jsonCandidates(text)[0]?.json, null);
    assert.throws(() => langroid.extractJson(text), EngineError);
  });
});

suite('Langroid’s other readers', () => {
  test('parameters described in a docstring', () => {
    const styles = [
      'Do.\n\nArgs:\n    number (int): what to square,\n        exactly\n\nReturns:\n    number: no',
      'Do.\n\n:param number: what to square,\n    exactly\n:returns: no',
      'Do.\n\n@param number: what to square,\n    exactly\n@return: no',
      'Do.\n\nParameters\n----------\nnumber : int\n    what to square,\n    exactly\n\nReturns\n-------\nno',
    ];
    for (const description of styles) {
      const schema = langroid.functionSchema({ ...square, schema: { ...square.schema, description } });
      const { parameters } = schema as { parameters: { properties: { number: { description: string } } } };
      assert.equal(parameters.properties.number.description, 'what to square,\nexactly', description);
    }
  });

  test('imperfect JSON', () => {
    const cases: readonly (readonly [string, string])[] = [
      ["{'a': (1, None)}", '{"a":[1,null]}'],
      ['{"a": 1,}', '{"a":1}'],
      ['a: 1', '{"a":1}'],
      ['({"a": 1})', '{"a":1}'],
      [' \n # one\n{"a": "\\101"}', '{"a":"A"}'],
      // Sets and tuples count for nothing: the repair reads what looks like them.
      ['{1, 1, 2}', '[1,1,2]'],
      ['{"a": 1}, {}', '{"a":1}'],
      ['({"a": 1}, {})', '[{"a":1},{}]'],
    ];
    for (const [text, json] of cases) assert.equal(JSON.stringify(langroid.imperfectJson(text)), json);
    for (const [text, type] of [
      ['{{}}', 'dict'],
      ['{(1, {2}): 3}', 'set'],
      ['\n{[1]: 2}', 'list'],
    ] as const)
      assert.throws(() => langroid.imperfectJson(text), { class: 'TypeError', message: `unhashable type: '${type}'` });
    assert.throws(() => langroid.imperfectJson('nothing'), /Unable to parse as JSON: nothing/);
  });

  test('a history that does not fit', () => {
    const words = (count: number) => 'word '.repeat(count).trim();
    const messages = ['system', 'user', 'assistant', 'user', 'assistant'].map((role, i) => ({
      role,
      content: words(100),
      name: `m${i}`,
    }));
    const llm = { chat_context_length: 700, max_output_tokens: 1000, min_output_tokens: 64 };
    const dropped = langroid.truncateHistory(messages, {
      llm,
      message: 'next',
      agent: { system_message: 's', context_overflow_strategy: 'drop_turns' },
    });
    assert.deepEqual(
      dropped.messages.map(({ name, role }) => name ?? role),
      ['m0', 'm3', 'm4', 'user'],
    );
    assert.equal(dropped.output_len, 700 - 202 - 300);
    const shortened = langroid.truncateHistory(messages, {
      llm: { ...llm, chat_context_length: 700 },
      message: 'next',
    });
    assert.match(String(shortened.messages[1]?.content), /\n\.\.\. \[Contents truncated!\]$/);
    assert.equal(shortened.messages[4]?.content, words(100));
    assert.equal(messages[1]?.content, words(100));
  });

  test('what a user writes runs only what the model may use', () => {
    const settings = { tools: [{ ...square, use: false }], agent: { enable_orchestration_tool_handling: false } };
    const message = '{"request": "square", "number": 3}';
    const handlers = {
      square: (fields: Readonly<Record<string, unknown>>) => toJsonText(Number(fields.number) ** 2, 0),
    };
    assert.equal(langroid.handleMessage(settings, message, handlers), '9');
    assert.equal(langroid.handleMessage(settings, { message, sender: 'USER' }, handlers), null);
  });
});
