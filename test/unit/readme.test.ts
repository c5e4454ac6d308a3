import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { renderReadme } from '../run/readme.ts';

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
});
