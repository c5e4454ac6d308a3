import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { listingFaults } from '../../../build/checkListing.js';
import { packagedReadme } from '../../../build/packagedReadme.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** A file of the project, with what only a build makes. */
function file(path: string): Buffer | undefined {
  if (path.startsWith('./dist/')) return Buffer.from('built');
  if (path === 'README.md') return Buffer.from(packagedReadme(readFileSync(path, 'utf8'), '.'));
  return existsSync(path) ? readFileSync(path) : undefined;
}

suite('what the Marketplace and Open VSX require', () => {
  test('the project has it', () => {
    assert.deepEqual(listingFaults(manifest, file), []);
  });

  const without = (path: string) => (asked: string) => (asked === path ? undefined : file(asked));
  const readme = (text: string) => (asked: string) => (asked === 'README.md' ? Buffer.from(text) : file(asked));
  const cases: readonly (readonly [string, object, (path: string) => Buffer | undefined, RegExp])[] = [
    ['no license', { license: undefined }, file, /^license/],
    ['a version with a suffix', { version: '1.0.0-beta.1' }, file, /^version/],
    ['a category of its own', { categories: ['Parsers'] }, file, /^categories: nobody knows Parsers$/],
    ['too many keywords', { keywords: Array.from({ length: 31 }, String) }, file, /^keywords/],
    ['a proposed API', { enabledApiProposals: ['x'] }, file, /^enabledApiProposals/],
    ['no LICENSE', {}, without('LICENSE'), /^LICENSE/],
    ['no browser build', {}, without('./dist/web/extension.js'), /^browser/],
    ['an icon that is none', { icon: 'README.md' }, file, /^icon/],
    ['a drawing in the README', {}, readme('![a](docs/a.svg)'), /SVG/],
    ['a picture by http', {}, readme('![a](http://example.org/a.png)'), /https/],
  ];
  for (const [what, change, read, fault] of cases)
    test(`refused: ${what}`, () => {
      const faults = listingFaults({ ...manifest, ...change }, read);
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0]!, fault);
    });
});
