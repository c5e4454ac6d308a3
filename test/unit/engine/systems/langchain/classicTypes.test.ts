import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { runOnce } from '../../../../../src/engine/conversation/runs/runOnce.ts';
import { startTask } from '../../../../../src/engine/conversation/runs/runStart.ts';
import type { ModelMessage } from '../../../../../src/engine/core/result.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { createReader } from '../../../../../src/engine/streams/index.ts';
import { examplePattern } from '../../../../../src/engine/systems/langchain/examplePattern.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';

function read(keys: object) {
  const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
  ok(definition);
  return definition;
}

const parse = (keys: object, text: string) => createParser(read(keys), nodeHost).parse(text);

suite('RegexParser', () => {
  /** What `text.match` gives by the keys, as the class does. */
  const wanted = (regex: RegExp, keys: readonly string[], text: string) => {
    const match = text.match(regex);
    return match ? Object.fromEntries(keys.map((key, i) => [key, match[i + 1] ?? null])) : undefined;
  };

  for (const [pattern, flags, text] of [
    ['(\\d+)-(\\w)?', '', 'a 12- 13-b'],
    ['(\\d+)-(\\w)?', 'g', 'a 12- 13-b 14-c'],
    ['(\\d)', 'y', 'a1'],
    ['(\\d)', 'y', '1a2'],
    ['(?<y>[(\\]]+)\\((?:z)(.)', '', '((]](zx'],
    ['a|(b)', 'i', 'xB'],
    ['(?=(a))(?!b)(?<=x)', '', 'xa'],
    ['^(.)$', 'm', 'ab\nc'],
    ['(.+)', 's', 'a\nb'],
    ['[[a\\(]](b)', 'v', '(b'],
  ] as const)
    test(`/${pattern}/${flags} gives what text.match gives`, async () => {
      const outputKeys = ['one', 'two'];
      const result = await parse({ type: 'RegexParser', regex: { pattern, flags }, outputKeys }, text);
      deepEqual(result.ok ? result.value : undefined, wanted(new RegExp(pattern, flags), outputKeys, text));
      for (const { value, inner } of result.ok ? result.fields : []) equal(text.slice(inner.start, inner.end), value);
    });

  test('a pattern that does not end is ended', async () => {
    const result = await parse({ type: 'RegexParser', regex: '^(a+)+$', outputKeys: ['a'] }, `${'a'.repeat(40)}!`);
    equal(!result.ok && result.error.class, 'PatternTimeoutError');
  });

  test('a pattern that does not compile is V8’s error at its place', () => {
    throws(() => createParser(read({ type: 'RegexParser', regex: '(', outputKeys: [] })), {
      class: 'SyntaxError',
      path: ['regex'],
    });
  });

  test('an example is one that the pattern matches', () => {
    for (const source of [
      'Humor rating: (\\d+)',
      'Confidence: (A|B|C), Explanation: (.*)',
      '^[A-Z]{3}-\\d{2,}(?:x|y)?$',
      '\\(a\\.b\\)[^"]+',
    ]) {
      const text = examplePattern(new RegExp(source));
      ok(text !== undefined && new RegExp(source).test(text), `${source}: ${text}`);
    }
    for (const source of ['(?=a)b', '(a)\\1', 'a{1000}', '\\bx']) equal(examplePattern(new RegExp(source)), undefined);
  });

  test('an example is never wrong', () => {
    const part = fc.constantFrom(
      'a',
      '\\d',
      '(b|c)',
      '[xyz]',
      '.',
      '+',
      '*',
      '?',
      '{2}',
      '(',
      ')',
      '|',
      '\\s',
      '[^"]',
      '^',
      '$',
      '\\.',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), parts => {
        let regex: RegExp;
        try {
          regex = new RegExp(parts.join(''));
        } catch {
          return;
        }
        // An anchor inside a pattern leaves nothing that it could match.
        if (/.\^|\$./.test(regex.source)) return;
        const text = examplePattern(regex);
        ok(text === undefined || regex.test(text), `${regex} ${text}`);
      }),
    );
  });
});

suite('CombiningOutputParser', () => {
  const combined = {
    type: 'CombiningOutputParser',
    parsers: [
      { type: 'StructuredOutputParser', names_and_descriptions: { answer: 'the answer' } },
      { type: 'RegexParser', regex: 'Confidence: (\\w)', outputKeys: ['confidence'] },
    ],
  };

  test('fields stand where they are in the whole text', async () => {
    const text =
      '  Sure.\n-----Output 1-----\n```\n{"answer": "Paris"}\n```\n-----Output 2-----\nConfidence: A\n-----\n';
    const result = await parse(combined, text);
    ok(result.ok);
    deepEqual(result.value, { answer: 'Paris', confidence: 'A' });
    deepEqual(
      result.fields.map(({ key, inner }) => [key, text.slice(inner.start, inner.end)]),
      [
        ['answer', 'Paris'],
        ['confidence', 'A'],
      ],
    );
  });

  test('what fails is told with the instruction of all', async () => {
    const result = await parse(combined, 'nothing');
    ok(!result.ok && result.error.feedback?.includes('Return the following 2 outputs'));
  });

  test('a parser that is not known, and parsers in parsers without end', () => {
    const wrong = { type: 'CombiningOutputParser', parsers: [{ type: 'MarkdownJsonDictParser' }] };
    throws(() => createParser(read(wrong)), { class: 'InvalidDefinition', path: ['parsers', 0] });
    let deep: object = { type: 'StringOutputParser' };
    for (let i = 0; i < 30; i++) deep = { type: 'CombiningOutputParser', parsers: [deep] };
    throws(() => createParser(read(deep)), { class: 'RangeError' });
  });
});

suite('RetryOutputParser', () => {
  const definition = (retry_parser?: string, runtime = 'python') =>
    read({ type: 'JsonOutputParser', runtime, ...(retry_parser && { retry_parser }) });
  const error = String.raw`OutputParserException('Invalid json output: no\nFor troubleshooting, visit: https://docs.langchain.com/oss/python/langchain/errors/OUTPUT_PARSING_FAILURE ')`;
  const retry = (prompt: string, details = '') =>
    `Prompt:\n${prompt}\nCompletion:\nno\n\nAbove, the Completion did not satisfy the constraints given in the Prompt.\n${details}Please try again:`;

  test('what each parser that asks again would send stands side by side', async () => {
    for (const [chosen, own] of [
      [undefined, 'OutputFixingParser'],
      ['RetryOutputParser', 'RetryOutputParser'],
      ['RetryWithErrorOutputParser', 'RetryWithErrorOutputParser'],
    ] as const) {
      const result = await createParser(definition(chosen)).parse('no');
      ok(!result.ok);
      const { feedback, feedbacks = {} } = result.error;
      deepEqual(Object.keys(feedbacks), ['OutputFixingParser', 'RetryOutputParser', 'RetryWithErrorOutputParser']);
      equal(feedback, feedbacks[own]);
      equal(feedbacks.RetryOutputParser, retry('{prompt}'));
      equal(feedbacks.RetryWithErrorOutputParser, retry('{prompt}', `Details: ${error}\n`));
      ok(feedbacks.OutputFixingParser?.includes(`Error:\n--------------\n${error}\n--------------`));
    }
  });

  test('JavaScript has OutputFixingParser alone', async () => {
    throws(() => createParser(definition('RetryOutputParser', 'js')), {
      class: 'ValueError',
      message: 'LangChain.js has no RetryOutputParser.',
      path: ['retry_parser'],
    });
    const result = await createParser(read({ type: 'DatetimeOutputParser' })).parse('no');
    ok(!result.ok && result.error.feedback?.startsWith('Instructions:') && result.error.feedbacks === undefined);
  });

  test('a run quotes its conversation', async () => {
    const sent = async (retry_parser: string, task: Parameters<typeof startTask>[1]) => {
      const start = await startTask(definition(retry_parser), task);
      let last: readonly { role: string; content: unknown }[] = [];
      for await (const _ of runOnce(
        start,
        async ({ messages }) => {
          last = messages;
          return { response: 'no' };
        },
        1,
      ))
        ok(_.result);
      return last;
    };
    const asked = [{ name: 'user', role: 'user', content: 'A joke', span: { start: 0, end: 0 } }];
    const [message, ...more] = await sent('RetryOutputParser', 'A joke');
    deepEqual(more, []);
    equal(message?.role, 'user');
    equal(message?.content, retry('System: Return a JSON object.\nHuman: A joke'));
    const [second] = await sent('RetryWithErrorOutputParser', { messages: asked });
    ok(String(second?.content).startsWith('Prompt:\n') && String(second?.content).includes(`Details: ${error}\n`));
  });
});

suite('OutputFixingParser in runs', () => {
  test('asks with its own prompt alone', async () => {
    const start = await startTask(read({ type: 'DatetimeOutputParser' }), 'When was it?');
    const asked: string[][] = [];
    const answers = ['yesterday', '2011-10-05T14:48:00Z'];
    for await (const { result } of runOnce(
      start,
      async ({ messages }, retry) => {
        asked.push(messages.map(({ role, content }) => `${role}: ${String(content)}`));
        return { response: answers[retry]! };
      },
      2,
    ))
      ok(result);
    equal(asked.length, 2);
    equal(asked[1]?.length, 1);
    ok(asked[1]?.[0]?.startsWith('user: Instructions:\n--------------\nYour response should be a datetime string'));
    ok(asked[1]?.[0]?.includes('Completion:\n--------------\nyesterday\n'));
  });

  test('a parser of calls is sent its functions and no instruction', async () => {
    const content_schema = { title: 'Joke', type: 'object', properties: { setup: { type: 'string' } } };
    const start = await startTask(read({ type: 'PydanticToolsParser', tools: [{ content_schema }] }), 'A joke, please');
    deepEqual(
      start.conversation.messages.map(({ role, content }) => [role, content]),
      [['user', 'A joke, please']],
    );
    equal(start.conversation.tools?.length, 1);
    const message = { name: 'user', role: 'user', content: 'A joke, please', span: { start: 0, end: 0 } };
    const own = await startTask(read({ type: 'PydanticToolsParser', tools: [{ content_schema }] }), {
      messages: [message],
      tools: ['mine', 'too'],
    });
    deepEqual(own.conversation.tools, ['mine', 'too']);
  });
});

suite('RouterOutputParser', () => {
  const answer = (destination: string) =>
    `\`\`\`json\n{"destination": "${destination}", "next_inputs": {"query": "q"}}\n\`\`\``;
  const keys = (defaultDestination?: string) => ({
    type: 'RouterOutputParser',
    content_schema: {
      type: 'object',
      properties: { destination: { type: 'string' }, next_inputs: { type: 'object', properties: { query: {} } } },
    },
    ...(defaultDestination && { defaultDestination }),
  });

  for (const [name, destination, wanted] of [
    ['nobody', 'Nobody', null],
    ['nobody', 'DEFAULT', 'DEFAULT'],
    [undefined, 'default', null],
    [undefined, 'physics', 'physics'],
  ] as const)
    test(`${destination}, where ${name ?? 'DEFAULT'} stands for no destination`, async () => {
      const result = await parse(keys(name), answer(destination));
      ok(result.ok, JSON.stringify(result));
      equal((result.value as { destination: unknown }).destination, wanted);
      const [first] = createReader(read(keys(name))).push(answer(destination)).closed;
      deepEqual([first?.key, first?.value], ['destination', wanted]);
    });
});

suite('StructuredOutputParser', () => {
  const keys = (from: 'core' | 'classic') => ({
    type: 'StructuredOutputParser',
    package: from,
    content_schema: { type: 'object', properties: { a: { type: 'integer' } } },
  });
  const [one, two] = ['```\n{"a": 1}\n```', '```json\n{"a": 2}\n```'];

  for (const [from, text, value] of [
    ['core', `So:\n${one}\n${two}`, 2],
    ['classic', `So:\n${one}`, 1],
  ] as const)
    test(`${from} finds its fields in the fence that it reads`, async () => {
      const result = await parse(keys(from), text);
      ok(result.ok, JSON.stringify(result));
      deepEqual(result.value, { a: value });
      deepEqual(
        result.fields.map(({ key, span }) => [key, text.slice(span.start, span.end)]),
        [['a', String(value)]],
      );
    });
});

suite('the key `__proto__`', () => {
  const fenced = '```json\n{"__proto__": "q", "a": "b"}\n```';
  const members = '{"__proto__": {"type": "string"}, "a": {"type": "string"}}';
  const given = (keys: string) =>
    createParser(readDefinitions(`{${keys}}`, 'x.parser.json').definitions[0]!, nodeHost).parse(fenced);

  test('is a key like any other in Python', async () => {
    const schemas = '[{"name": "__proto__", "description": "d"}, {"name": "a", "description": "e"}]';
    const result = await given(`"type": "StructuredOutputParser", "response_schemas": ${schemas}`);
    deepEqual(result.ok && [...(result.exact as Map<string, unknown>)], [
      ['__proto__', 'q'],
      ['a', 'b'],
    ]);
  });

  for (const keys of [
    '"names_and_descriptions": {"__proto__": "x", "a": "y"}',
    `"content_schema": {"type": "object", "properties": ${members}, "required": ["__proto__", "a"]}`,
  ])
    test(`is lost in JavaScript, as zod loses it: ${keys.slice(0, 20)}…`, async () => {
      const result = await given(`"type": "StructuredOutputParser", ${keys}`);
      deepEqual(result.ok && [...(result.exact as Map<string, unknown>)], [['a', 'b']]);
    });
});

suite('a run of an agent with structured output', () => {
  const properties = { name: { type: 'string' }, age: { type: 'integer' } };
  const contact = { title: 'Contact', type: 'object', properties, required: ['name', 'age'] };
  const ida = { name: 'Ida', age: 5 };
  const lookup = { type: 'function', function: { name: 'lookup' } };
  const call = (name: string, args: object, id: string) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  });

  test('a run asks again with the results of calls, and with nothing said where nothing came', async () => {
    const answersOf = async (keys: object, responses: readonly (string | ModelMessage)[]) => {
      const start = await startTask(
        read({ type: 'ToolStrategy', schema: { class_name: 'Contact', content_schema: contact }, ...keys }),
        'Who?',
        nodeHost,
      );
      const asked: unknown[] = [];
      const ask = async (conversation: { messages: readonly { role: string; content: unknown }[] }, retry: number) => {
        asked.push(conversation.messages.map(({ role }) => role));
        return { response: responses[retry]! };
      };
      for await (const _ of runOnce(start, ask, 1));
      return asked;
    };
    const bad = { content: '', tool_calls: [call('Contact', { name: 'Ida' }, 'a')] };
    const good = { content: '', tool_calls: [call('Contact', ida, 'b')] };
    deepEqual(await answersOf({}, [bad, good]), [['user'], ['user', 'assistant', 'system']]);
    deepEqual(await answersOf({ handle_errors: false }, [bad, good]), [['user']]);
    deepEqual(await answersOf({}, ['Ida', good]), [['user'], ['user', 'assistant']]);
    // With other tools, and in JavaScript, the run is over.
    deepEqual(await answersOf({ tools: [lookup] }, ['Ida', good]), [['user']]);
    deepEqual(await answersOf({ runtime: 'js' }, ['Ida', good]), [['user']]);
  });
});
