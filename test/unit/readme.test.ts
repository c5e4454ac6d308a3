import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderReadme } from '../run/readme.ts';
import { runCli } from './cli/runCli.ts';

suite('README', () => {
  const readme = readFileSync('README.md', 'utf8');

  test('its tables are those of the registries (npm run readme)', () => {
    assert.equal(readme, renderReadme(readme));
  });

  test('every picture and file it links to exists', () => {
    const links = [...readme.matchAll(/\]\(((?!https?:|#)[^)]+)\)/g)].map(([, file]) => file!);
    assert.deepEqual(
      links.filter(file => !existsSync(file)),
      [],
    );
  });

  test('its command lines run in the folder of the examples', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parserlens-readme-'));
    try {
      cpSync('examples', folder, { recursive: true });
      const lines = [...readme.matchAll(/^parserlens (.+?)(?: +#.*)?$/gm)].map(([, line]) => line!);
      assert.ok(lines.length >= 10);
      for (const line of lines) {
        const args = [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([arg]) => arg.replaceAll('"', ''));
        const { code, err } = await runCli(folder, args);
        assert.notEqual(code, 2, `${line}\n${err}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
