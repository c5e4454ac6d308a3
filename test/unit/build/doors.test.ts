import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dist = join(import.meta.dirname, '../../../dist');
const load = createRequire(import.meta.url);

/** Which files of `dist/` a program reads. */
function filesReadBy(...args: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'parserlens-doors-'));
  try {
    const preload = join(folder, 'read.cjs');
    writeFileSync(
      preload,
      `const fs = require('node:fs'); const { readFileSync } = fs; const read = new Set();
       fs.readFileSync = (file, ...rest) => { if (String(file).startsWith(${JSON.stringify(dist)})) read.add(require('node:path').basename(String(file))); return readFileSync(file, ...rest); };
       process.on('exit', () => fs.writeFileSync(${JSON.stringify(join(folder, 'list'))}, [...read].sort().join(' ')));`,
    );
    // What was kept of the code is no file of the package's.
    const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
    execFileSync(process.execPath, ['-r', preload, ...args], { env, input: '[1]', cwd: join(dist, '../examples') });
    return readFileSync(join(folder, 'list'), 'utf8').split(' ');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The engine's parts. */
const first = ['inner.js', 'innerShared.js'];
const whole = ['inner.js', 'innerLate.js', 'innerShared.js', 'innerSharedLater.js', 'innerSystems.js'];

suite('what is loaded', () => {
  const engine = JSON.stringify(join(dist, 'engine.js'));

  test('nothing, where the library is only imported', () => {
    deepEqual(filesReadBy('-e', `const { createParser, readDefinitions } = require(${engine})`), ['engine.js']);
  });

  test('the library, when something of it is called, and of the engine what that needs', () => {
    const usedBy = (program: string) => filesReadBy('-e', `const library = require(${engine}); ${program}`);
    const parse = (type: string) =>
      `const { definitions } = library.readDefinitions('{ "type": "${type}" }', 'x.parser.json');
       library.createParser(definitions[0]).parse('[1]');`;
    deepEqual(usedBy(parse('MarkdownJsonObjectParser')), ['engine.js', ...first, 'library.js']);
    const systems = whole.filter(file => file !== 'innerLate.js');
    deepEqual(usedBy(parse('CommaSeparatedListOutputParser')), ['engine.js', ...systems, 'library.js']);
    const evaluation = whole.filter(file => file !== 'innerSystems.js');
    deepEqual(usedBy('new library.VerdictTable()'), ['engine.js', ...evaluation, 'library.js']);
  });

  test('the door has what the library has, of the same kinds, and raises the same errors', () => {
    const door = load(join(dist, 'engine.js')) as Record<string, unknown>;
    const { engine, ...own } = load(join(dist, 'library.js')) as Record<string, unknown>;
    const library: Record<string, unknown> = { ...own, ...(engine as object) };
    deepEqual(Object.keys(door).toSorted(), Object.keys(library).toSorted());
    for (const [name, member] of Object.entries(library)) {
      equal(typeof door[name], typeof member, name);
      if (typeof member === 'function') equal((door[name] as { readonly name: string }).name, name);
      else equal(door[name], member, name);
    }
    equal(door.EngineError, library.EngineError);
    equal(door.VerdictTable, library.VerdictTable);
  });

  test('an import finds the names', async () => {
    const { createParser, EngineError, parserTypes } = await import(join(dist, 'engine.js'));
    ok(typeof createParser === 'function' && typeof EngineError === 'function' && parserTypes.length > 10);
  });

  test('sources in Python and TypeScript are read by the built program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parserlens-sources-'));
    try {
      writeFileSync(
        join(folder, 'a.py'),
        'from agentscope.parsers import MarkdownJsonDictParser\np = MarkdownJsonDictParser({"a": "x"})\n',
      );
      writeFileSync(
        join(folder, 'b.ts'),
        "import { XMLOutputParser } from '@langchain/core/output_parsers';\nexport const x = new XMLOutputParser({ tags: ['a'] });\n",
      );
      const listed = execFileSync(process.execPath, [join(dist, 'cli.js'), 'list', '--json'], { cwd: folder });
      deepEqual(
        (JSON.parse(String(listed)) as { name: string; unknown: object[] }[]).map(each => [each.name, each.unknown]),
        [
          ['p', []],
          ['x', []],
        ],
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('`--version` and `--help` load nothing', () => {
    deepEqual(filesReadBy(join(dist, 'cli.js'), '--version'), ['cli.js']);
    for (const args of [['--help'], ['-h'], ['help']])
      deepEqual(filesReadBy(join(dist, 'cli.js'), ...args), ['cli.js', 'help.txt']);
  });

  test('a definition’s system, and what its command asks of it', () => {
    const loadedBy = (...args: readonly string[]) => filesReadBy(join(dist, 'cli.js'), ...args).slice(1);
    deepEqual(loadedBy('parse', 'numbers.parser.json'), ['commandLine.js', ...first]);
    deepEqual(loadedBy('instruction', 'numbers.parser.json'), ['commandLine.js', ...first]);
    const systems = whole.filter(file => file !== 'innerLate.js');
    deepEqual(loadedBy('instruction', 'structured.parser.json#player'), ['commandLine.js', ...systems]);
    ok(loadedBy('diagnose', 'numbers.parser.json').includes('innerLate.js'));
  });

  test('the engine’s parts have all that its façade has, of the same kinds', async () => {
    const facade: Readonly<Record<string, unknown>> = await import('../../../src/engine/index.ts');
    const inner: Readonly<Record<string, unknown>> = load(join(dist, 'inner.js'));
    deepEqual(Object.keys(inner).toSorted(), Object.keys(facade).toSorted());
    for (const [name, member] of Object.entries(facade)) equal(typeof inner[name], typeof member, name);
  });

  test('`--help` prints what the program says', () => {
    const printed = (file: string) =>
      execFileSync(process.execPath, [join(dist, file), '--help'], { encoding: 'utf8' });
    equal(printed('cli.js'), printed('commandLine.js'));
  });
});
