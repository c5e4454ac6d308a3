import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../../../../src/engine/index.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';
import { runCli } from '../runCli.ts';

suite('parse --jsonl', () => {
  let folder: string;
  suiteSetup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-'));
  });
  suiteTeardown(() => rmSync(folder, { recursive: true }));

  test('ten thousand responses do not wait ten thousand times for one pattern', async () => {
    const definition = {
      type: 'RegexTaggedContentParser',
      tagged_content_pattern: '<(?P<name>(?:a+)+)!(?P<content>x)',
    };
    writeFileSync(join(folder, 'x.parser.json'), JSON.stringify(definition));
    const lines = `${JSON.stringify(`<${'a'.repeat(64)}`)}\n`.repeat(10_000);
    const host: Host = { ...nodeHost, runPattern: job => nodeHost.runPattern!(job, 100) };
    const { code, out } = await runCli(folder, 'parse x.parser.json --jsonl', lines, { host });
    const errors = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).error);
    assert.equal(code, 1);
    assert.equal(errors.length, 10_000);
    assert.ok(errors.every(error => error.class === 'PatternTimeoutError'));
    assert.match(errors[4].message, /^The pattern did not finish within 2 s on this response\./);
    assert.match(
      errors[9_999].message,
      /^The pattern was not tried on this response: on 5 responses before it did not finish within 2 s\. It is tried again when it changes, or after a minute\. Nested/,
    );
  });
});
