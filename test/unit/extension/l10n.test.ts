import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { l10nBundle } from '../../../build/l10nBundle.js';

suite('l10n', () => {
  test('the bundle for translators has every text of the extension, and no other (npm run build)', () => {
    assert.deepEqual(JSON.parse(readFileSync('media/l10n/bundle.l10n.json', 'utf8')), l10nBundle());
  });

  test('VS Code finds it', () => {
    const { l10n } = JSON.parse(readFileSync('package.json', 'utf8'));
    assert.ok(existsSync(`${l10n}/bundle.l10n.json`));
  });

  test('no text is fixed before VS Code has loaded a translation', () => {
    for (const name of readdirSync('src/extension', { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.ts'))
        assert.doesNotMatch(readFileSync(`src/extension/${name}`, 'utf8'), /^(export )?const .*l10n\.t\(/m, name);
  });
});
