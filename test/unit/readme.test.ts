import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pagesWithTables, renderTables } from '../run/readme.ts';
import { runCli } from './cli/runCli.ts';
import { startModelServer } from './providers/modelServer.ts';

suite('README', () => {
  const readme = readFileSync('README.md', 'utf8');

  test('has at most 1,500 words, and names the two commands', () => {
    assert.ok(readme.split(/\s+/).length <= 1500);
    assert.match(readme, /^npm start\b.*\nnpm test\b/m);
  });

  test('the tables of its pages are those of the registries (npm run readme)', () => {
    for (const page of Object.keys(pagesWithTables)) assert.equal(readFileSync(page, 'utf8'), renderTables(page));
  });

  /** README and the pages that it links to. */
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).flatMap(name =>
      // What library.md is written from is not a page of its own.
      name.endsWith('.md') && name !== 'library-examples.md' ? `docs/${name.replaceAll('\\', '/')}` : [],
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
