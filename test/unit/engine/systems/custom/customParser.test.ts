import assert from 'node:assert/strict';
import type { Host, ModuleJob, ModuleMark, ModuleOutcome } from '../../../../../src/engine/core/host.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { split } from '../../../../../src/engine/samples/index.ts';

const text = '{ "type": "custom", "module": "m.mjs", "own": 1, "keys_to_content": "a" }';

/** A host whose module gives this for every export; `jobs` are those that it was given. */
function hostOf(outcome: (job: ModuleJob) => ModuleOutcome | undefined): Host & { readonly jobs: ModuleJob[] } {
  const jobs: ModuleJob[] = [];
  return {
    jobs,
    async runModule(job) {
      jobs.push(job);
      return outcome(job);
    },
  };
}
const gives = (value: unknown, marks: readonly ModuleMark[] = []) =>
  hostOf(() => ({ ok: true, value, called: true, marks }));
const parserOf = (host: Host, definition = text, file = '/d/x.parser.json') =>
  createParser(readDefinitions(definition, file).definitions[0]!, host);

suite('custom', () => {
  test('is given the definition and the file that it is in', async () => {
    const host = gives(new Map([['a', 1]]));
    const parser = parserOf(host, text, 'file:///d/x.parser.json');
    await parser.parse('text');
    await parser.prepare();
    const definition = { type: 'custom', module: 'm.mjs', own: 1, keys_to_content: 'a' };
    const [parse, instruction] = host.jobs;
    const common = { module: 'm.mjs', file: 'file:///d/x.parser.json' };
    assert.deepEqual(parse, { ...common, export: 'parse', args: ['text', definition], context: {} });
    assert.deepEqual(instruction, { ...common, export: 'formatInstruction', args: [definition] });
  });

  test('what was found of it is known once it is prepared', async () => {
    const about = { kind: 'a function', how: 'text: str', python: '3.12.1', interpreter: '/usr/bin/python3' };
    const parser = parserOf(hostOf(() => ({ ok: true, value: 'Say it.', called: true, about })));
    assert.equal(parser.about(), undefined);
    await parser.prepare();
    assert.deepEqual(parser.about(), about);
    assert.equal(parser.formatInstruction(), 'Say it.');
  });

  test('a provider’s message is in the context', async () => {
    const host = gives(1);
    const message = { content: null, tool_calls: [{ a: 1 }] };
    await parserOf(host).parse(message);
    assert.deepEqual([host.jobs[0]!.args[0], host.jobs[0]!.context], ['', { message }]);
  });

  test('the value, its fields and its split', async () => {
    const marks = [
      { key: 'a', start: 0, end: 1 },
      { key: 'a', start: 2, end: 3 },
      { key: 'b', start: 1, end: 99 },
      { key: 'c', start: 0.5, end: 1 },
    ];
    const { definitions } = readDefinitions(text, 'x.parser.json');
    const result = await parserOf(gives(new Map([['a', 'x']]), marks)).parse('abc');
    assert.ok(result.ok);
    assert.deepEqual(result.value, { a: 'x' });
    const span = { start: 2, end: 3 };
    assert.deepEqual(result.fields, [{ key: 'a', value: 'x', span, inner: span }]);
    assert.equal(result.warnings.length, 2);
    assert.match(result.warnings[0]!, /`b` is at 1 to 99, outside of the text/);
    const content = split(definitions[0]!, result)?.content;
    assert.equal(content && 'value' in content && content.value, 'x');
  });

  test('places outside of the text are told of twenty times, and then counted', async () => {
    const marks = Array.from({ length: 100_000 }, (_, index) => ({
      key: `${'k'.repeat(300)}${index}`,
      start: 5,
      end: index,
    }));
    const result = await parserOf(gives(new Map(), marks)).parse('abc');
    assert.ok(result.ok);
    assert.equal(result.fields.length, 0);
    assert.equal(result.warnings.length, 21);
    assert.ok(result.warnings[0]!.length < 300);
    assert.match(result.warnings[20]!, /names \d+ more places outside/);
  });

  test('an error of the module, with its place, feedback and span', async () => {
    const place = { file: 'm.mjs', line: 3, column: 4 };
    const error = {
      class: 'Odd',
      message: 'no',
      place,
      stack: 's',
      feedback: 'Again.',
      code: 'c',
      span: { start: 0, end: 1 },
    };
    const result = await parserOf(hostOf(() => ({ ok: false, error }))).parse('abc');
    assert.deepEqual(!result.ok && result.error, { ...error, message: 'no (m.mjs:3:4)' });
  });

  const instructions: readonly (readonly [name: string, host: Host, expected: string | RegExp])[] = [
    ['a text', gives('Say it.'), 'Say it.'],
    ['no text', gives(1), /^ModuleValueError: `formatInstruction` of `m.mjs` must give a text, not int\.$/],
    [
      'no host',
      {},
      /^ModuleUnavailable: Modules need Node, which there is not in a browser: .* `m\.mjs` was not run\.$/,
    ],
    [
      'a host that may not',
      hostOf(() => undefined),
      /^ModuleNotTrusted: Modules run only in a trusted workspace\. `m\.mjs` was not run\.$/,
    ],
  ];
  for (const [name, host, expected] of instructions)
    test(`instruction: ${name}`, async () => {
      const parser = parserOf(host);
      assert.throws(() => parser.formatInstruction(), { class: 'NotPrepared', message: /Await prepare\(\)/ });
      await parser.prepare();
      if (typeof expected === 'string') assert.equal(parser.formatInstruction(), expected);
      else assert.throws(() => parser.formatInstruction(), expected);
    });

  test('`format_instruction` takes the place of the module’s, and needs no module', () => {
    const definition = '{ "type": "custom", "module": "m.mjs", "format_instruction": "Mine: {content_hint}" }';
    assert.equal(parserOf({}, definition).formatInstruction(), 'Mine: {content_hint}');
  });

  test('what is not a function cannot parse', async () => {
    const result = await parserOf(hostOf(() => ({ ok: true, value: 1, called: false }))).parse('x');
    assert.equal(!result.ok && result.error.message, '`parse` of `m.mjs` must be a function.');
  });

  const problems: readonly (readonly [definition: string, codes: readonly string[]])[] = [
    [text, []],
    ['{ "type": "custom" }', ['missing-key']],
    ['{ "type": "custom", "module": 1 }', ['wrong-shape']],
    ['{ "type": "custom", "module": "" }', ['wrong-shape']],
    ['{ "type": "custom", "module": "m.mjs", "keys_to_contnet": "a" }', ['unknown-key']],
  ];
  for (const [definition, codes] of problems)
    test(`problems of ${definition}`, () =>
      assert.deepEqual(
        readDefinitions(definition, 'x.parser.json').problems.map(({ code }) => code),
        codes,
      ));

  const names: readonly (readonly [fileName: string, name: string])[] = [
    ['file:///a/my%20own.parser.json', 'my own'],
    ['untitled:Untitled-1', 'Untitled-1'],
    ['C:\\a\\x.parser.json', 'x'],
    ['/a/50%.parser.json', '50%'],
    ['file:///a/50%.parser.json', '50%'],
  ];
  for (const [fileName, name] of names)
    test(`the name of ${fileName}`, () => assert.equal(readDefinitions(text, fileName).definitions[0]?.name, name));
});
