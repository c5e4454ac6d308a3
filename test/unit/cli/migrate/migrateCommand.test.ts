import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../runCli.ts';

suite('parserlens migrate', () => {
  let folder = '';
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-migrate-'));
    writeFileSync(
      join(folder, 'a.messages.json'),
      '{ "formatter": "OpenAIChatFormatter", "messages": [{ "name": "A", "role": "user", "content": "Hi" }] }',
    );
    writeFileSync(join(folder, 'b.parser.json'), '{ "type": "MarkdownCodeBlockParser", "language_name": "py" }');
    writeFileSync(
      join(folder, 'c.parser.json'),
      '{ "type": "MarkdownJsonDictParser", "content_schema": { "type": "object" } }',
    );
    writeFileSync(join(folder, 'd.parser.json'), '{ "type": "JsonOutputParser" }');
  });
  teardown(() => rmSync(folder, { recursive: true, force: true }));

  test('lists what changes, and writes a new file beside the old one once', async () => {
    const args = ['migrate', '.', '--to', 'agentscope-2'];
    const dry = await runCli(folder, [...args, '--dry-run', '--payloads']);
    assert.equal(dry.code, 0);
    for (const part of [
      'message 1: its text becomes a block',
      'The payload before',
      'The payload after',
      'b (MarkdownCodeBlockParser): AgentScope 2 has nothing like it',
      'c (MarkdownJsonDictParser): structured output comes nearest',
      'd.parser.json:\n  no parser of AgentScope\n',
    ])
      assert(dry.out.includes(part), dry.out);
    assert.deepEqual(readdirSync(folder), ['a.messages.json', 'b.parser.json', 'c.parser.json', 'd.parser.json']);
    assert.equal((await runCli(folder, args)).code, 0);
    const made = JSON.parse(readFileSync(join(folder, 'a.agentscope2.messages.json'), 'utf8'));
    assert.deepEqual(made.messages[0].content, [{ type: 'text', text: 'Hi' }]);
    const again = await runCli(folder, args);
    assert.equal(again.code, 1);
    assert.match(again.err, /was not written: it is there already/);
  });

  test('needs to be told where to', async () => {
    assert.equal((await runCli(folder, 'migrate .')).code, 2);
  });
});
