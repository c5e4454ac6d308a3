import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const { packagedReadme } = createRequire(import.meta.url)('../../../build/packagedReadme.js') as {
  packagedReadme(readme: string, root: string, address?: string): string;
};

suite('the packaged README', () => {
  test('has every picture of ours as PNG in its text', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const targets = (text: string) => [...text.matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
    assert.ok(targets(readme).some(target => target.endsWith('.png')));
    const packaged = targets(packagedReadme(readme, root));
    for (const target of packaged) {
      const [, base64] = /^data:image\/png;base64,([\w+/]+=*)$/.exec(target) ?? [];
      // PNG's signature.
      assert.equal(
        Buffer.from(base64 ?? '', 'base64')
          .subarray(1, 4)
          .toString(),
        'PNG',
        target.slice(0, 60),
      );
    }
  });

  test('leaves animations out, which the repository has', () => {
    assert.match(readFileSync(join(root, 'README.md'), 'utf8'), /\.gif\)/);
    assert.equal(packagedReadme('Before.\n\n![a](media/x.gif)\n\nAfter.\n', root), 'Before.\n\nAfter.\n');
  });

  test('is small enough for a page', () => {
    const size = packagedReadme(readFileSync(join(root, 'README.md'), 'utf8'), root).length;
    assert.ok(size < 1_000_000, `${size} characters`);
  });

  test('leaves https, and names what is not a PNG', () => {
    assert.equal(packagedReadme('![a](https://x/y.png) ![b](docs/b.svg)', root), '![a](https://x/y.png) b');
  });

  test('published pictures are links, which need no room', () => {
    const packaged = packagedReadme('![a](media/x.png) ![b](y.svg)', root, 'https://example.org/main/');
    assert.equal(packaged, '![a](https://example.org/main/media/x.png) b');
  });
});
