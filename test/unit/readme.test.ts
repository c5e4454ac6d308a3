import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { renderReadme } from '../run/readme.ts';
import { runCli } from './cli/runCli.ts';
import { startModelServer } from './providers/modelServer.ts';

suite('README', () => {
  const readme = readFileSync('README.md', 'utf8');

  test('its tables are those of the registries (npm run readme)', () => {
    assert.equal(readme, renderReadme(readme));
  });

  /** README and the pages that it links to. */
  const pages = [
    'README.md',
    ...readdirSync('docs').flatMap(name =>
      // What library.md is written from is not a page of its own.
      name.endsWith('.md') && name !== 'library-examples.md' ? `docs/${name}` : [],
    ),
  ];
  const text = (page: string) => readFileSync(page, 'utf8');

  test('every picture, file and page it links to exists, and every page has its link', () => {
    const links = pages.flatMap(page =>
      [...text(page).matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map(([, file]) => join(dirname(page), file!)),
    );
    assert.deepEqual(
      links.filter(file => !existsSync(file)),
      [],
    );
    assert.deepEqual(
      pages.slice(1).filter(page => !links.includes(page)),
      [],
    );
  });

  test('its command lines, and those of the pages, run in the folder of the examples', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parserlens-readme-'));
    const model = await startModelServer(response => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end('data: {"choices": [{"delta": {"content": "Eve"}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n');
    });
    try {
      cpSync('examples', folder, { recursive: true });
      const lines = pages.flatMap(page =>
        [...text(page).matchAll(/^parserlens (.+?)(?: +#.*)?$/gm)].map(([, line]) => line!),
      );
      assert.ok(lines.length >= 10);
      for (const line of lines) {
        const args = [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([arg]) =>
          arg.replaceAll('"', '').replace(/^http:\/\/127\.0\.0\.1:\d+/, model.url),
        );
        const { code, err } = await runCli(folder, args);
        assert.notEqual(code, 2, `${line}\n${err}`);
      }
    } finally {
      await model.close();
      rmSync(folder, { recursive: true });
    }
  });
});
