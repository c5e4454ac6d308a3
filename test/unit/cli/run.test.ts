import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { type CliOptions, runCli } from './runCli.ts';

let folder: string;

const files: Readonly<Record<string, string>> = {
  'vote.parser.json': `{
  // one definition
  "type": "MarkdownJsonDictParser",
  "content_hint": { "vote": "player" },
  "keys_to_content": "vote",
  "samples": [
    { "name": "good", "file": "responses/vote.md", "expect": { "content": "Ann" } },
    { "name": "no JSON", "text": "Ann", "expect": { "error": "JsonParsingError" } },
  ],
}`,
  'two.parser.json': `{ "parsers": {
  "code": { "type": "MarkdownCodeBlockParser", "language_name": "python" },
  "any": { "type": "MarkdownJsonObjectParser", "content_hint": "x" }
} }`,
  'responses/vote.md': '\uFEFF```json\n{"vote": "Ann"}\n```\n',
  'responses/bad.md': 'Here:\n```json\n{"vote": }\n```\n',
  'broken/broken.parser.json': '{\n  "type": tru\n}',
  'broken/wrong.parser.json': '{ "type": "MarkdownCodeBlockParser" }',
  'failing/failing.parser.json':
    '{ "type": "MarkdownJsonObjectParser", "hint": 1, "samples": [\n  { "name": "<1> & 2",\n    "text": "[1.0]", "expect": { "value": [2] } },\n  { "text": "1" },\n  { "file": "gone.md" }\n] }',
  'failing/node_modules/x.parser.json': '{',
  'odd/odd.parser.json':
    '{ "type": "MarkdownJsonObjectParser", "samples": [{ "name": "a\\nb\\t\\u001b]]>\\r", "text": "" }] }',
  'empty/note.txt': 'a <|endoftext|> b',
  'a#b.parser.json': '{ "type": "MarkdownJsonObjectParser", "content_hint": "hash" }',
  'tools.parser.json': `{ "type": "ToolMessage", "tools": [{ "request": "go" }], "agent": {
    "handle_llm_no_tool": "Use a tool.", "thought_delimiters": ["<think>", "</think>"], "enable_orchestration_tool_handling": false } }`,
  'x.messages.json': '{ "hello": "Hallo" }',
  'parsed.messages.json': `{ "parser": "vote.parser.json", "formatter": "DeepSeekChatFormatter", "messages": [{ "name": "Ann", "role": "user", "content": "x" }] }`,
  'parsed/plain.messages.json': `{ "parser": "../vote.parser.json", "messages": [{ "name": "Ann", "role": "user", "content": "x" }] }`,
  'parsed/gone.messages.json': `{ "parser": "gone.parser.json", "messages": [{ "name": "Ann", "role": "user", "content": "x" }] }`,
  'talk.messages.json': `{ "formatter": "DeepSeekChatFormatter", "max_tokens": 14, "token_counter": { "type": "OpenAITokenCounter", "model_name": "gpt-4o" },
  "messages": [
    { "name": "Ann", "role": "user", "content": "one two three" },
    { "name": "Bob", "role": "assistant", "content": "four" },
    { "name": "Ann", "role": "user", "content": [{ "type": "image", "source": { "type": "url", "url": "x.png" } }, { "type": "text", "text": "five" }] }
  ] }`,
};

suite('parserlens', () => {
  suiteSetup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });

  suiteTeardown(() => rmSync(folder, { recursive: true }));

  test('instruction: exactly, and one final newline', async () => {
    assert.deepEqual(await cli('instruction two.parser.json#any'), {
      code: 0,
      out: 'You should respond a json object in a json fenced code block as follows:\n```json\nx\n```\n',
      err: '',
    });
    const { out } = await cli('instruction a#b.parser.json --json');
    assert.match(JSON.parse(out).instruction, /\nhash\n/);
    assert.match((await cli('instruction -', files['vote.parser.json'])).out, /"vote": "player"/);
  });

  test('parse: the value, or the error with its place', async () => {
    assert.deepEqual(await cli('parse vote.parser.json responses/vote.md'), {
      code: 0,
      out: '{\n  "vote": "Ann"\n}\n',
      err: '',
    });
    assert.deepEqual(
      (await cli('parse two.parser.json#any -', '[1.0, NaN, 12345678901234567890, -0.0]')).out,
      '[\n  1.0,\n  "NaN",\n  12345678901234567890,\n  -0.0\n]\n',
    );
    const failed = await cli('parse vote.parser.json responses/bad.md');
    assert.deepEqual([failed.code, failed.out], [1, '']);
    assert.match(failed.err, /^responses\/bad\.md:3:10: JsonParsingError: The content .*\\n.*\n$/);
    assert.match((await cli('parse vote.parser.json', 'no')).err, /^<stdin>:1:1: JsonParsingError/);
  });

  test('parse --json: each way in which a framework may ask again', async () => {
    const python = 'own/list.parser.json';
    mkdirSync(join(folder, 'own'), { recursive: true });
    writeFileSync(join(folder, python), '{ "type": "JsonOutputParser", "retry_parser": "RetryOutputParser" }');
    const { error } = JSON.parse((await cli(`parse ${python} --json`, 'no')).out) as {
      error: { feedback: string; feedbacks: Record<string, string> };
    };
    assert.deepEqual(Object.keys(error.feedbacks), [
      'OutputFixingParser',
      'RetryOutputParser',
      'RetryWithErrorOutputParser',
    ]);
    assert.equal(error.feedback, error.feedbacks.RetryOutputParser);
    assert.match(error.feedback, /^Prompt:\n\{prompt\}\nCompletion:\nno\n/);
    rmSync(join(folder, 'own'), { recursive: true });
  });

  test('parse --json: all of the result', async () => {
    const good = await cli('parse vote.parser.json --json', '{"vote": "Ann"');
    assert.deepEqual(JSON.parse((await cli('parse vote.parser.json --json', '{"vote": "Ann"}')).out), {
      ok: true,
      value: { vote: 'Ann' },
      content: 'Ann',
      memory: { vote: 'Ann' },
      metadata: null,
      repairs: [
        { name: 'missing-begin-tag', span: { start: 0, end: 0 }, text: '```json\n' },
        { name: 'missing-end-tag', span: { start: 15, end: 15 }, text: '```' },
      ],
      warnings: [],
      suspicions: [],
    });
    const { error } = JSON.parse(good.out);
    assert.deepEqual([good.code, error.class, error.line, error.column], [1, 'JsonParsingError', 1, 14]);
    assert.match(error.feedback, /^JsonParsingError: /);
    const { ok, content, errors } = JSON.parse((await cli('parse vote.parser.json --json', '{"a": 1}')).out);
    assert.deepEqual([ok, content, errors], [true, undefined, { content: { class: 'KeyError', message: "'vote'" } }]);
  });

  test('parse --json and --jsonl say what is odd, and it fails nothing', async () => {
    const block = (player: string) => `\`\`\`json\n{"vote": "${player}"}\n\`\`\``;
    const two = `${block('Ann')}\n\nNo, better:\n\n${block('Bob')}`;
    const [one, line] = [
      await cli('parse vote.parser.json --json', two),
      await cli('parse vote.parser.json --jsonl', JSON.stringify({ response: two })),
    ];
    for (const { code, out } of [one, line]) {
      const { ok, suspicions } = JSON.parse(out);
      assert.deepEqual([code, ok, suspicions.length], [0, true, 1]);
      const [{ code: odd, message, span }] = suspicions;
      assert.deepEqual(
        [odd, message, two.slice(span.start, span.end).trim()],
        ['answers-lost', 'Several answers stood there, and the value has one of them: code block.', '{"vote": "Bob"}'],
      );
    }
  });

  test('parse --jsonl: a result for each line, in order', async () => {
    const lines = [
      '"{\\"vote\\": 1.0}"\r',
      '',
      '{"response": "{\\"vote\\": \\"\u2028\\"}", "other": 1}',
      '{"message": "{\\"vote\\": 3}"}',
      '{"message": {"role": "assistant", "content": [{"type": "text", "text": "{\\"vote\\": 4}"}]}}',
      'no JSON',
      '[1]',
      '{"response": "no"}',
      '{"message": null}',
    ];
    const { code, out, err } = await cli('parse vote.parser.json --jsonl', lines.join('\n'));
    const results = out.trimEnd().split('\n');
    assert.deepEqual([code, err], [1, '']);
    assert.match(results[0] ?? '', /"content": 1\.0,/);
    assert.deepEqual(
      results.map(line => JSON.parse(line)).map(({ content, error }) => content ?? error.class),
      [1, '\u2028', 3, 4, 'InputError', 'InputError', 'JsonParsingError', 'ValueError'],
    );
    assert.match(results[4] ?? '', /Line 6 of the input is not JSON/);
    assert.equal((await cli('parse vote.parser.json --jsonl', '"{\\"vote\\": 1}"\n\n')).code, 0);
    assert.deepEqual(await cli('parse vote.parser.json --jsonl', ''), { code: 0, out: '', err: '' });
  });

  test('parse --jsonl --field: the response of a row, wherever it is', async () => {
    const row = (vote: number) => JSON.stringify({ id: 'a', choices: [{ message: { content: `{"vote": ${vote}}` } }] });
    const text = [row(1), row(2)].join('\n');
    for (const field of ['choices[0].message.content', 'choices[-1].message', '$.choices[0].message.content']) {
      const { code, out, err } = await cli(['parse', 'vote.parser.json', '--jsonl', '--field', field], text);
      assert.deepEqual([code, err], [0, '']);
      assert.deepEqual(
        out
          .trimEnd()
          .split('\n')
          .map(line => JSON.parse(line).content),
        [1, 2],
      );
    }
    const mixed = await cli(
      'parse vote.parser.json --jsonl --field choices[0].message.content',
      `{"x": 1}\n${text}\n{}`,
    );
    assert.equal(mixed.code, 1);
    assert.deepEqual(
      mixed.out
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line))
        .map(({ content, error }) => content ?? error.message),
      [
        'Line 1 of the input has no response at `choices[0].message.content`.',
        1,
        2,
        'Line 4 of the input has no response at `choices[0].message.content`.',
      ],
    );
    assert.equal(mixed.err, '<stdin>: 2 of 4 rows have no response at `choices[0].message.content`. Lines 1, 4.\n');
  });

  test('parse --jsonl: the only row without a response', async () => {
    const { err } = await cli(
      'parse vote.parser.json --jsonl --field said',
      '{"said": "a"}\n{"x": 1}\n{"said": "b"}\n',
    );
    assert.equal(err, '<stdin>: 1 of 3 rows have no response at `said`. Line 2.\n');
  });

  test('parse --jsonl: rows without any response are one message, which names the fields', async () => {
    const rows = Array.from({ length: 1234 }, (_, i) => JSON.stringify({ id: `${i}`, output: { text: 'x' } })).join(
      '\n\n',
    );
    assert.deepEqual(await cli('parse vote.parser.json --jsonl', rows), {
      code: 2,
      out: '',
      err: '<stdin>: none of the 1,234 rows has a response (a JSON string, or an object with `response` or `message`). The fields that hold a text are `id`, `output.text`: name one with --field.\n',
    });
    assert.deepEqual(await cli('parse vote.parser.json --jsonl --field text', '{"n": 1}'), {
      code: 2,
      out: '',
      err: '<stdin>: the only row has no response at `text`. No field of the first ones holds a text.\n',
    });
    const { code, out } = await cli('parse vote.parser.json --jsonl', '[1]\nno JSON\n[2]');
    assert.equal(code, 1);
    assert.deepEqual(
      out
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).error.message.slice(0, 29)),
      ['Line 1 of the input is neithe', 'Line 2 of the input is not JS', 'Line 3 of the input is neithe'],
    );
  });

  test('parse --json: what a type says beside its value', async () => {
    const { code, out } = await cli('parse tools.parser.json --json', '<think>t</think>Hello');
    assert.deepEqual(
      [code, JSON.parse(out)],
      [
        0,
        {
          ok: true,
          value: [],
          extra: { classes: [], handled: [], reasoning: 't', feedback: 'Use a tool.' },
          repairs: [],
          warnings: [],
          suspicions: [],
        },
      ],
    );
  });

  test('check: samples are tests', async () => {
    assert.deepEqual(await cli('check vote.parser.json'), {
      code: 0,
      out: 'vote.parser.json\n  ✓ vote: good\n  ✓ vote: no JSON\n\n1 definition, 2 samples: 2 passed\n',
      err: '',
    });
    const { code, out } = await cli('check failing vote.parser.json#vote vote.parser.json#vote');
    assert.equal(code, 1);
    assert.equal(
      out,
      `failing/failing.parser.json
  failing/failing.parser.json:1:39: warning: \`MarkdownJsonObjectParser\` has no key \`hint\`. Did you mean \`content_hint\`? [unknown-key]
  ✗ failing: <1> & 2
    failing/failing.parser.json:3:32: value not as expected.
      value
      - [
      -   2
      - ]
      + [
      +   1.0
      + ]
  ✓ failing: sample 2
  ✗ failing: sample 3
    failing/failing.parser.json:5:3: gone.md: cannot be read: there is no such file.

vote.parser.json
  ✓ vote: good
  ✓ vote: no JSON

2 definitions, 5 samples: 3 passed, 2 failed, 1 warning
`,
    );
  });

  test('check: definitions with errors fail, no samples fail unless allowed', async () => {
    const broken = await cli('check broken');
    assert.equal(broken.code, 1);
    assert.match(broken.out, /broken\/broken\.parser\.json:2:11: error: `tru` is not JSON/);
    assert.match(broken.out, /broken\/wrong\.parser\.json:1:11: error: .*language_name/);
    assert.deepEqual(await cli('check empty'), {
      code: 1,
      out: '0 definitions, 0 samples: 0 passed\n',
      err: 'No samples found in empty. Use --allow-empty if that is fine.\n',
    });
    assert.equal((await cli('check two.parser.json --allow-empty')).code, 0);
  });

  test('check: how problems count is given by their code', async () => {
    const { code, out } = await cli('check failing --severity unknown-key=off');
    assert.deepEqual([code, /unknown-key/.test(out)], [1, false]);
    assert.match((await cli('check failing --severity unknown-key=error')).out, /error: .* \[unknown-key\]/);
    for (const wrong of ['unknown-kye=off', 'unknown-key=on', 'unknown-key'])
      assert.equal((await cli(`check failing --severity ${wrong}`)).code, 2, wrong);
  });

  test('check: reports for programs', async () => {
    const json = JSON.parse((await cli('check failing --reporter json')).out);
    assert.deepEqual(
      [json.ok, json.samples, json.passed, json.failed, json.warnings, json.files[0].samples[0].verdict],
      [false, 3, 1, 2, 1, 'fail'],
    );
    // No sample failed, and the files are broken all the same.
    const broken = JSON.parse((await cli('check broken --reporter json')).out);
    assert.deepEqual([broken.ok, broken.failed, broken.errors], [false, 0, 2]);
    const good = JSON.parse((await cli('check vote.parser.json --reporter json')).out);
    assert.deepEqual([good.ok, good.passed, good.errors], [true, 2, 0]);
    const junit = (await cli('check failing broken --reporter junit')).out;
    assert.match(junit, /^<\?xml .*\n<testsuites name="parserlens" tests="5" failures="2" errors="2">/);
    assert.match(
      junit,
      /<testcase classname="failing\/failing\.parser\.json" name="failing: &lt;1&gt; &amp; 2" file=".*" line="3">/,
    );
    assert.match((await cli('check odd --reporter junit')).out, /name="odd: a&#10;b&#9;\ufffd\]\]&gt;&#13;"/);
    assert.match((await cli('check odd')).out, /✗ odd: a\\nb\t\\u001b\]\]>\\n\n/);
    const github = (await cli('check failing --reporter github')).out.split('\n');
    assert.equal(
      github[1],
      '::error file=failing/failing.parser.json,line=3,col=32,title=failing%3A <1> & 2::value not as expected.',
    );
  });

  test('tokens: a number', async () => {
    const [text, json] = [
      await cli('tokens empty/note.txt'),
      await cli('tokens - --counter cl100k_base --json', 'hello world'),
    ];
    assert.match(text.out, /^\d+\n$/);
    assert.deepEqual(JSON.parse(json.out), { tokens: 2, exact: true, counter: 'cl100k_base' });
  });

  test('find: definitions and types, the best first; drafts', async () => {
    const { out, code } = await cli('find responses/vote.md');
    assert.equal(code, 0);
    assert.match(
      out,
      /^(\S+ {2,}MarkdownJson\w+ {2,}Reads the response\n)*vote\.parser\.json#vote {2,}MarkdownJsonDictParser {2,}Reads/,
    );
    assert.match(out, /\nMarkdownJsonDictParser {2,}a type {2,}Reads the response/);
    const [first] = JSON.parse(
      (await cli('find responses/vote.md --in two.parser.json#any --in vote.parser.json --json')).out,
    );
    assert.deepEqual([first.name, first.file, first.read, first.of], ['vote', 'vote.parser.json', 1, 1]);
    const draft = await cli('find responses/vote.md --draft MarkdownJsonDictParser');
    assert.deepEqual(JSON.parse(draft.out).required_keys, ['vote']);
    assert.match((await cli('find responses/vote.md --draft json')).err, /^No json can be drafted/);
    const partial = await cli('find responses/vote.md responses/bad.md --draft MarkdownJsonDictParser');
    assert.match(partial.err, /^responses\/bad\.md: JsonParsingError: /);
    assert.equal(partial.code, 1);
  });

  test('find: files that do not read stand last, and types that do not are left out', async () => {
    const { out } = await cli('find - --in vote.parser.json --in failing', 'Just words.');
    const rows = out.trim().split('\n');
    assert.deepEqual(
      rows.slice(-2).map(row => row.split(/#| {2,}/)[0]),
      ['vote.parser.json', 'failing/failing.parser.json'],
    );
    const types = rows.filter(row => / {2,}a type {2,}/.test(row));
    assert.ok(types.length > 0 && types.every(row => row.includes('Reads the response')));
  });

  test('a fault of the program itself is no wrong use', async () => {
    const host = new Proxy(nodeHost, {
      get() {
        throw new RangeError('own');
      },
    });
    await assert.rejects(runCli(folder, 'check .', '', { host }), { message: 'own' });
  });

  test('wrong use and unreadable files: one line, exit code 2', async () => {
    const cases: [args: string, message: RegExp][] = [
      ['', /^Usage: parserlens/],
      ['frob', /^There is no command `frob`/],
      ['parse', /An argument is missing/],
      ['parse a b c', /`c` is one argument too many/],
      ['parse a --bogus', /Unknown option '--bogus'/],
      ['parse - -', /cannot both be standard input/],
      ['parse vote.parser.json --field a', /--field is for the lines of --jsonl\.$/],
      [
        'parse vote.parser.json --jsonl --field a..b',
        /--field a\.\.b: This is not a field from character 2 on\. A field is/,
      ],
      ['parse gone.parser.json', /^gone\.parser\.json: cannot be read: there is no such file\.$/],
      ['parse vote.parser.json gone.md', /^gone\.md: cannot be read/],
      ['parse vote.parser.json gone.jsonl --jsonl', /^gone\.jsonl: cannot be read/],
      ['parse vote.parser.json responses', /^responses: cannot be read: this is a folder/],
      [
        'instruction two.parser.json',
        /holds several definitions\. Name one: two\.parser\.json#code, two\.parser\.json#any\.$/,
      ],
      ['instruction two.parser.json#none', /no usable definition `none`/],
      ['instruction broken/broken.parser.json', /^broken\/broken\.parser\.json:2:11: `tru` is not JSON/],
      ['instruction broken/wrong.parser.json', /^broken\/wrong\.parser\.json:1:11: .*language_name/],
      ['find', /An argument is missing/],
      ['find gone.md', /^gone\.md: cannot be read/],
      ['find responses/vote.md --draft none', /There is no parser type `none`/],
      ['check gone', /^gone: cannot be read/],
      ['check gone --watch', /^gone: cannot be read/],
      ['check --reporter nice', /There are: pretty, json, junit, github, sarif, markdown\.$/],
      ['check vote.parser.json#none', /no definition `none`/],
      ['tokens x.messages.json', /holds no list of messages/],
      ['format talk.messages.json --formatter None', /there is no formatter `None`/],
      ['format talk.messages.json --formatter OpenAIFormatter', /Did you mean `OpenAIChatFormatter`\?/],
      ['format talk.messages.json --max-tokens few', /`few` is not a number of tokens/],
      ['format talk.messages.json --max-tokens x12', /`x12` is not a number of tokens/],
      ['format talk.messages.json --max-tokens 12x', /`12x` is not a number of tokens/],
      ['format talk.messages.json --counter none', /^--counter none: /],
      ['tokens - --counter none', /^--counter none: /],
    ];
    for (const [args, message] of cases) {
      const { code, out, err } = await cli(args);
      assert.deepEqual([code, out], [2, ''], args);
      assert.match(err.trimEnd(), message);
      if (args) assert.equal(err.indexOf('\n'), err.length - 1, err);
    }
  });

  test('format: the payload, what became of each message, one result a line', async () => {
    const warning = 'talk.messages.json: warning: Unsupported block type image in the message, skipped.\n';
    const plain = await cli('format talk.messages.json');
    assert.deepEqual([plain.code, plain.err], [0, warning]);
    assert.deepEqual(JSON.parse(plain.out), [
      { role: 'assistant', content: 'four' },
      { role: 'user', content: 'five' },
    ]);
    const { out } = await cli('format talk.messages.json --json --max-tokens 99 --formatter OpenAIChatFormatter');
    assert.match(out, /"error": \{\s*"class": "ValueError",\s*"message": "Invalid image URL: \\"x.png\\"/);
    assert.match(
      (await cli('format talk.messages.json --explain')).out,
      /dropped in step 1: the oldest message +Ann +one/,
    );
    const lines = await cli(
      'format - --jsonl',
      `${JSON.stringify([{ name: 'a', role: 'user', content: 'x' }])}\n\n{}\n`,
    );
    assert.equal(lines.code, 1);
    assert.deepEqual(
      lines.out.split('\n').map(line => line && JSON.parse(line).error.class),
      ['FormatterError', 'InputError', ''],
    );
  });

  test('--agentscope-version: wins over the file, and must be a release', async () => {
    const old = await cli('format talk.messages.json --formatter OpenAIChatFormatter --agentscope-version 1.0.0');
    assert.match(old.err, /TypeError: "x.png" should end with .* \(AgentScope 1\.0\.0\)\n$/);
    const { code, err } = await cli('format talk.messages.json --agentscope-version 3');
    assert.equal(code, 2);
    assert.match(err, /^--agentscope-version: There is no release `3`/);
    assert.equal((await cli('tokens talk.messages.json --agentscope-version 1.0.0')).code, 0);
  });

  test('tokens of a conversation: as its formatter makes it, without its limit', async () => {
    const { out } = await cli('tokens talk.messages.json --json');
    assert.deepEqual(JSON.parse(out), {
      tokens: 20,
      exact: true,
      formula: 'AgentScope',
      counter: 'OpenAITokenCounter:gpt-4o',
    });
  });

  test('format and tokens: with the instruction of the parser that the file names', async () => {
    const instruction = await cli('instruction vote.parser.json');
    const { code, out } = await cli('format parsed.messages.json --json --counter o200k_base');
    const { payload, perMessage, instruction: placed, tokens } = JSON.parse(out);
    assert.equal(code, 0);
    assert.deepEqual(payload[1], { role: 'system', content: instruction.out.replace(/\n$/, '') });
    assert.equal(perMessage.length, 1);
    assert.deepEqual([placed.parser, placed.place, placed.outcome.kept], ['vote', 'after', true]);
    assert.equal((await cli('tokens parsed.messages.json --counter o200k_base')).out, `${tokens}\n`);
    assert.match(
      (await cli('format parsed.messages.json --explain')).out,
      /kept +instruction of vote +Respond .*A `system` message after the memory.*\n\n1 of 1 messages kept/s,
    );
    const bare = Number((await cli('tokens parsed/plain.messages.json --root .')).out);
    assert.ok(bare > 40, `${bare}`);
    for (const command of ['format', 'tokens']) {
      const formatter = command === 'format' ? ' --formatter DeepSeekChatFormatter' : '';
      const gone = await cli(`${command} parsed/gone.messages.json --root .${formatter}`);
      assert.deepEqual([gone.code === 0, gone.out], [false, '']);
      assert.match(gone.err, /There is no file `gone.parser.json`/);
      const outside = await cli(`${command} parsed/plain.messages.json --root parsed${formatter}`);
      assert.match(outside.err, /vote.parser.json is outside of parsed/);
    }
  });

  test('helps', async () => {
    for (const args of ['--help', 'parse --help', 'help check', '--version']) {
      const { code, out, err } = await cli(args);
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, args === '--version' ? /^\d+\.\d+\.\d+\n$/ : /^Usage: parserlens/);
    }
  });

  test('helps with the same options in the usage as in the list, on lines that fit', async () => {
    const { out: all } = await cli('--help');
    const names = [...all.split('Parser types:')[0]!.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name]) => name!);
    assert.ok(names.length >= 9);
    for (const name of names) {
      const { out } = await cli(`help ${name}`);
      const [usage = '', ...rest] = out.split('\n\n');
      const listed = [...rest.join('\n').matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option]) => option!);
      assert.deepEqual([...new Set(usage.match(/--[\w-]+/g) ?? [])].sort(), listed.sort(), name);
      assert.ok(
        usage.split('\n').every(line => line.length <= 120),
        name,
      );
    }
  });

  test('check --watch: again after a change, until it is ended', async () => {
    const stop = new AbortController();
    const path = join(folder, 'empty', 'new.parser.json');
    const running = cli('check empty --watch --allow-empty', '', {
      signal: stop.signal,
      onOutput: out => {
        if (out.includes('1 sample')) stop.abort();
        else writeFileSync(path, '{ "type": "MarkdownJsonObjectParser", "samples": [{ "text": "1" }] }');
      },
    });
    assert.match((await running).out, /^0 definitions.*\n.*new\.parser\.json\n {2}✓ new: sample 1\n/);
    rmSync(path);
  });

  test('check --watch: files that samples name, wherever they are; a file that is replaced or gone for a moment', async () => {
    const stop = new AbortController();
    const [outside, inside] = [join(folder, 'outside.md'), join(folder, 'watched')];
    mkdirSync(inside);
    const path = join(inside, 'one.parser.json');
    writeFileSync(outside, '1');
    writeFileSync(
      path,
      '{ "type": "MarkdownJsonObjectParser", "samples": [{ "file": "..\\\\outside.md", "expect": { "value": 1 } }] }',
    );
    const steps = [
      () => writeFileSync(outside, '2'),
      () => renameSync(path, join(folder, 'gone')),
      () => renameSync(join(folder, 'gone'), path),
      () => writeFileSync(outside, '1'),
      () => stop.abort(),
    ];
    const next = () => steps.shift()?.();
    const running = cli('check watched/one.parser.json --watch', '', {
      signal: stop.signal,
      onOutput: next,
      onError: next,
    });
    const { code, out, err } = await running;
    assert.deepEqual([code, out.match(/[✓✗] one/g)?.join('')], [0, '✓ one✗ one✗ one✓ one']);
    assert.match(err, /one\.parser\.json: cannot be read/);
    rmSync(inside, { recursive: true });
  });
});

/** Runs the command line in the folder. */
function cli(args: string | readonly string[], input = '', options: CliOptions = {}) {
  return runCli(folder, args, input, options);
}
