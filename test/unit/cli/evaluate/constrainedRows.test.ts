import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../runCli.ts';

suite('evaluate --constrain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parserlens-constrained-'));
  const fenced = '```json\n{"speak": "hi"}\n```';
  const rows = [
    fenced,
    `Sure! ${fenced}`,
    "```json\n{'speak': 'hi'}\n```",
    '```json\n{"speak": "hi, th',
    '{"speak": "hi"',
    '',
  ];
  const name = { type: 'string', pattern: '^[a-z]+$' };
  const content_schema = { type: 'object', properties: { name }, required: ['name'], additionalProperties: false };
  suiteSetup(() => {
    const json = { type: 'MarkdownJsonDictParser', content_hint: { speak: 'what you say' }, required_keys: ['speak'] };
    const value = { type: 'structured_output', content_schema };
    const list = { type: 'StrOutputParser' };
    const part = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } } };
    const properties = { thought: { type: 'string' }, votes: { type: 'array', items: part } };
    const ordered = {
      type: 'MarkdownJsonDictParser',
      content_schema: { type: 'object', properties, required: ['votes'] },
    };
    writeFileSync(join(folder, 'x.parser.json'), JSON.stringify({ parsers: { json, value, list, ordered } }));
    const answers = [
      '{"thought":"t","votes":[{"a":1,"b":2}]}',
      '{"votes":[],"thought":"t"}',
      '{"thought":"t","votes":[{"a":1},{"b":2,"a":1}]}',
      '{"thought":" ","votes":[],"more":1}',
      '{"more":1,"votes":[]}',
    ];
    const fences = answers.map(json => `${JSON.stringify({ response: `\`\`\`json\n${json}\n\`\`\`` })}\n`);
    writeFileSync(join(folder, 'ordered.jsonl'), fences.join(''));
    writeFileSync(join(folder, 'log.jsonl'), rows.map(response => `${JSON.stringify({ response })}\n`).join(''));
    const values = ['{ "name" : "abc" }', '{"name": "ABC"}', '{"name": "a'];
    writeFileSync(join(folder, 'values.jsonl'), values.map(response => `${JSON.stringify({ response })}\n`).join(''));
  });
  suiteTeardown(() => rmSync(folder, { recursive: true }));

  test('rows that it would have prevented, that were cut, and that it would have forbidden', async () => {
    const { out, err } = await runCli(folder, 'evaluate log.jsonl --parser x.parser.json#json --constrain vllm --json');
    const { constraint } = JSON.parse(out);
    const { version: _, ...counts } = constraint;
    deepEqual(counts, {
      ...{ engine: 'vllm', form: 'ebnf' },
      ...{ prevented: 2, cut: 2, notPrevented: 0 },
      ...{ forbidden: 1, kept: 1, reordered: 0 },
    });
    match(err, /of 4 rows that do not read, 2 would have been prevented, 2 ended before a sentence did/);
    match(err, /of 2 that read, 1 could not have been written\.\n$/);
  });

  test('under a schema blanks are free; what a framework reads in spite of its end counts as read', async () => {
    const { out } = await runCli(
      folder,
      'evaluate values.jsonl --parser x.parser.json#value --constrain openai --json',
    );
    const { form, prevented, cut, kept, forbidden } = JSON.parse(out).constraint;
    deepEqual({ form, prevented, cut, kept, forbidden }, { form: 'json', prevented: 1, cut: 0, kept: 1, forbidden: 1 });
  });

  test('of the rows that read, those in another order, at any depth, and those without a thought that is asked for', async () => {
    const { out, err } = await runCli(
      folder,
      'evaluate ordered.jsonl --parser x.parser.json#ordered --constrain llama.cpp --json',
    );
    const { kept, forbidden, reordered, thoughtless } = JSON.parse(out).constraint;
    deepEqual({ kept, forbidden, reordered, thoughtless }, { kept: 1, forbidden: 4, reordered: 2, thoughtless: 2 });
    match(err, /and 2 have their members in another order than the definition\.\n/);
    match(
      err,
      /Suspicious: of 5 that read, 2 have no thought, .*asks for\. The constraint begins to hold: From the first token/,
    );
  });

  test('a thought that the log has apart counts: as one, and against a constraint that has no place for it', async () => {
    const json = '{"votes":[]}';
    const response = `\`\`\`json\n${json}\n\`\`\``;
    const log = [
      { response, reasoning_content: 'hm' },
      { response, reasoning: 'hm' },
      { response },
      { response: 'x', reasoning: 'hm' },
    ];
    writeFileSync(join(folder, 'apart.jsonl'), log.map(row => `${JSON.stringify(row)}\n`).join(''));
    const judged = async (engine: string) => {
      const line = `evaluate apart.jsonl --parser x.parser.json#ordered --constrain ${engine} --json`;
      const { out, err } = await runCli(folder, line);
      const { kept, forbidden, prevented, thoughtless, thoughts } = JSON.parse(out).constraint;
      return { counts: { kept, forbidden, prevented, thoughtless, thoughts }, err };
    };
    const behind = await judged('vllm');
    deepEqual(behind.counts, { kept: 3, forbidden: 0, prevented: 1, thoughtless: 1, thoughts: undefined });
    const first = await judged('llama.cpp');
    deepEqual(first.counts, { kept: 1, forbidden: 2, prevented: 1, thoughtless: 1, thoughts: 2 });
    match(first.err, /2 could not have been written\.\n2 of these stand behind a thought, .*: From the first token/);
  });

  test('without the option nothing is counted; what has no constraint, and parts, are wrong use', async () => {
    const { out } = await runCli(folder, 'evaluate log.jsonl --parser x.parser.json#json --json');
    equal('constraint' in JSON.parse(out), false);
    for (const [args, words] of [
      ['--parser x.parser.json#list --constrain vllm', /--constrain vllm: /],
      ['--parser x.parser.json#json --constrain vlm', /did you mean `vllm`/],
      ['--parser x.parser.json#json --constrain vllm --shard 1/2 --out a.evaluation.json', /goes without --shard/],
    ] as const) {
      const { code, err } = await runCli(folder, `evaluate log.jsonl ${args}`);
      equal(code, 2);
      match(err, words);
    }
  });
});
