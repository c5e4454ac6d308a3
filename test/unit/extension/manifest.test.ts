import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { settingDefaults as settingText } from '../../../build/settingDefaults.js';
import { engineNames, usualCounter } from '../../../src/engine/index.ts';
import { settingDefaults } from '../../../src/extension/settingDefaults.ts';

suite('manifest', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  const manifest = read('package.json');
  const { contributes } = manifest;
  const text = JSON.stringify(manifest);
  const declared: readonly string[] = contributes.commands.map(({ command }: { command: string }) => command);

  test('what npm shows is written out: it knows no placeholders', () => {
    for (const key of ['name', 'displayName', 'description', 'keywords'])
      assert.doesNotMatch(JSON.stringify(manifest[key]), /%/, key);
  });

  test('the settings that the extension knows are those of package.json, with their defaults', () => {
    assert.equal(readFileSync('src/extension/settingDefaults.ts', 'utf8'), settingText());
    const properties: Record<string, { default: unknown; scope?: string; markdownDescription?: string }> =
      contributes.configuration[0].properties;
    const defaults = Object.entries(properties).map(([key, { default: value }]) => [
      key.replace('parserlens.', ''),
      value,
    ]);
    assert.deepEqual(Object.fromEntries(defaults), settingDefaults);
    assert.deepEqual(settingDefaults.engines, engineNames);
    assert.deepEqual(settingDefaults['tokens.counters'], [usualCounter]);
    for (const [key, property] of Object.entries(properties))
      assert.ok(property.scope && property.markdownDescription, `${key} needs a scope and a description`);
  });

  test('every text for people is in package.nls.json, and every text there is used', () => {
    const used = [...text.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key!);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(read('package.nls.json')).sort());
  });

  test('every command is registered, and declared once', () => {
    const files = readdirSync('src/extension', { recursive: true, encoding: 'utf8' }).filter(file =>
      file.endsWith('.ts'),
    );
    const source = files.map(file => readFileSync(`src/extension/${file}`, 'utf8')).join('\n');
    const registered = [...source.matchAll(/registerCommand\(\s*[\w.]+,\s*'(\w+)'/g)].map(
      ([, name]) => `parserlens.${name}`,
    );
    const waking = manifest.activationEvents.flatMap((event: string) => event.split('onCommand:')[1] ?? []);
    assert.deepEqual(
      [...declared, ...waking].filter(command => !registered.includes(command)),
      [],
    );
    assert.equal(new Set(declared).size, declared.length);
  });

  test('menus and keys name commands that are declared, each with its name and category', () => {
    const menus = Object.values(contributes.menus).flat() as { command?: string }[];
    const named = [...menus, ...contributes.keybindings].flatMap(({ command }: { command?: string }) => command ?? []);
    assert.deepEqual(
      named.filter(command => !declared.includes(command)),
      [],
    );
    for (const { command, category, title } of contributes.commands) {
      assert.equal(category, 'ParserLens', command);
      assert.match(title, /^%.+%$/, command);
    }
  });

  test('every condition is one that VS Code reads: what it cannot read counts as true', () => {
    const menus = Object.values(contributes.menus).flat() as { when?: string }[];
    for (const { when = '' } of [...menus, ...contributes.keybindings, ...contributes.viewsWelcome]) {
      const words = when.replace(/\/(?:[^/\\]|\\.)*\//g, 'pattern').replace(/'[^']*'/g, 'text');
      assert.doesNotMatch(words, /!~/, when);
      assert.equal(words.split('(').length, words.split(')').length, when);
    }
  });

  test('files that are not built exist', () => {
    const files = [
      manifest.icon,
      ...[...text.matchAll(/"(?:\.\/)?((?:media|syntaxes)\/[^"]+)"/g)].map(([, file]) => file!),
    ];
    assert.deepEqual(
      files.filter(file => !existsSync(file)),
      [],
    );
  });

  test('nothing wakes us but definitions, sources, models, a preview that comes back, and commands', () => {
    assert.ok(
      manifest.activationEvents.every((event: string) =>
        /^(workspaceContains:\*\*\/(\*\.|tokenizer_config\.json$|chat_template\.jinja$)|onWebviewPanel:parserlens\.|onLanguage:(python|typescript|typescriptreact|javascript|javascriptreact)$|onCommand:parserlens\.)/.test(
          event,
        ),
      ),
    );
  });
});
