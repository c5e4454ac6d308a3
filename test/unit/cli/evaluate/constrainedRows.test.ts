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
    writeFileSync(join(folder, 'x.parser.json'), JSON.stringify({ parsers: { json, value, list } }));
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
      ...{ forbidden: 1, kept: 1 },
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
