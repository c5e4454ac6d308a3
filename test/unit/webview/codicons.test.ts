import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = 'src/webview';
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file => /\.tsx?$/.test(file));
const styles = readFileSync(join(root, 'shared/base.css'), 'utf8');
const font = readFileSync('node_modules/@vscode/codicons/dist/codicon.css', 'utf8');

/** The icons that pages name: in an attribute, a member, a class, or a table of them. */
function iconsOf(code: string): string[] {
  const tables = [...code.matchAll(/const (?:icons|differences)\b[^=]*= \{([^}]*)\}/g)].map(([, body = '']) => body);
  const inTables = tables.flatMap(body => [...body.matchAll(/: '([a-z-]+)'/g)]);
  const others = code.matchAll(/(?:\bicon=["']|\bicon: '|\bcodicon-)([a-z-]*[a-z])\b(?!-?\$)/g);
  return [...inTables, ...others].map(([, name = '']) => name);
}

suite('icons of the pages', () => {
  test('have their signs, which are those of the font', () => {
    const used = new Set(files.flatMap(file => iconsOf(readFileSync(join(root, file), 'utf8'))));
    assert.ok(used.has('question') && used.has('pass-filled') && used.has('save-all'));
    for (const name of used) {
      if (!font.includes(`.codicon-${name}:before`)) continue;
      const sign = new RegExp(`\\.codicon-${name}:before \\{ content: "(.*?)" \\}`).exec(font)?.[1];
      assert.ok(styles.includes(`.codicon-${name}::before {\n  content: "${sign}";`), name);
    }
  });
});
