import { deepEqual, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

interface Entry {
  readonly text: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

suite('mutants that no test can notice', () => {
  const entries: readonly Entry[] = JSON.parse(readFileSync(join(root, 'test/mutation/equivalent.json'), 'utf8'));

  test('each stands in a line of src that is still there', () => {
    const texts = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter(file => /(?<!\.d)\.ts$/.test(file))
      .map(file => readFileSync(join(root, 'src', file), 'utf8'));
    const lines = new Set(texts.flatMap(text => text.split('\n').map(line => line.trim())));
    const stale = entries.filter(
      ({ text, original }) => !lines.has(text) || !text.includes(original.split('\n')[0]!.trim()),
    );
    deepEqual(stale, []);
  });

  test('each is another text, says why, and stands once', () => {
    for (const { original, replacement, reason } of entries) {
      ok(original !== replacement, original);
      ok(reason.length > 10, original);
    }
    const names = entries.map(({ text, original, replacement }) => JSON.stringify([text, original, replacement]));
    deepEqual(
      names.filter((name, i) => names.indexOf(name) !== i),
      [],
    );
  });
});
