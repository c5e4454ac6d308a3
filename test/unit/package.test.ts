import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { plainSchema } from '../../build/schemas.js';
import { packTables } from '../../build/tablesPackage.js';
import { installPackage } from './installPackage.ts';

const root = join(import.meta.dirname, '../..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');

/** The size in bytes of all files below a folder. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(file => statSync(join(folder, file)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}

/** What `npm install` of the packed project leaves: the files of `npm pack`, unpacked into `node_modules` of a new folder. */
suite('the npm package @slow', () => {
  let folder: string;
  let installed: string;

  suiteSetup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-package-'));
    installed = join(folder, 'node_modules/parserlens');
    installPackage(folder);
  });
  suiteTeardown(() => rmSync(folder, { recursive: true, force: true }));

  const bin = (...args: string[]) =>
    spawnSync(join(folder, 'node_modules/.bin/parserlens'), args, {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });

  test('needs nothing else, and holds no sources, tests or maps', () => {
    deepEqual(
      readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.')),
      ['parserlens'],
    );
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const own = files.filter(file => statSync(join(installed, file)).isFile());
    deepEqual(
      own.filter(file => !/^(dist[\\/]|skills[\\/]|README\.md$|CHANGELOG\.md$|LICENSE$|package\.json$)/.test(file)),
      [],
    );
    deepEqual(
      own.filter(file =>
        /\.map$|[\\/]tables[\\/]|webview|(?:extension|chunk|panels|modules)\.js|(?<!\.d)\.ts$/.test(file),
      ),
      [],
    );
    ok(own.some(file => file.endsWith('ThirdPartyNotices.txt')));
  });

  test('is under 10 MB installed once it is built for production', () => {
    // The largest parts: the engine, 5.2 MB as it is read, of which sources and derived templates are 110 KB; what analyses
    // patterns, 0.7 MB, packed; declarations, 0.7 MB; the schemas, 0.3 MB; what serves assistants, 0.5 MB.
    // What development adds is maps, which are left out, and what of the schemas only VS Code reads.
    const production = mkdtempSync(join(tmpdir(), 'parserlens-size-'));
    try {
      cpSync(installed, production, { recursive: true });
      for (const name of ['definition', 'conversation']) {
        const schema = join(production, `dist/${name}.schema.json`);
        writeFileSync(schema, JSON.stringify(plainSchema(JSON.parse(readFileSync(schema, 'utf8')))));
      }
      ok(sizeOf(production) < 10_000_000, `${sizeOf(production)} bytes`);
    } finally {
      rmSync(production, { recursive: true, force: true });
    }
  });

  test('is code that can be read, and the extension is not', () => {
    const list = `console.log(JSON.stringify(require('./esbuild.js').bundles.map(({ entryPoints, minify }) => [Object.keys(entryPoints)[0], minify])))`;
    const builtWith = (...flags: readonly string[]) =>
      new Map<string, boolean>(
        JSON.parse(
          execFileSync(process.execPath, ['-e', list, '--', '--production', ...flags], { cwd: root, encoding: 'utf8' }),
        ),
      );
    for (const name of ['inner', 'library', 'commandLine', 'cli', 'evaluation', 'vitest']) {
      equal(builtWith('--no-tables').get(name), false, name);
      equal(builtWith().get(name), true, name);
    }
    equal(builtWith().get('extension'), true);
  });

  test('an error that nobody catches prints a few lines', () => {
    const { stderr } = spawnSync(process.execPath, ['-e', "require('parserlens').createParser({})"], {
      cwd: folder,
      encoding: 'utf8',
    });
    match(stderr, /TypeError: createParser\(definition, host\)/);
    ok(stderr.length < 3000 && stderr.split('\n').every(line => line.length < 500), stderr);
  });

  test('`parserlens check .` works in a folder without anything else', () => {
    writeFileSync(
      join(folder, 'vote.parser.json'),
      '{ "type": "MarkdownJsonDictParser", "content_hint": { "vote": "a name" }, "samples": [{ "text": "```json\\n{\\"vote\\": \\"Eve\\"}\\n```", "expect": { "value": { "vote": "Eve" } } }] }',
    );
    // Two sources are one tree of the grammar's, which has to be of the one copy of it that the package has.
    writeFileSync(join(folder, 'hints.py'), 'VOTE = "a name"\n');
    writeFileSync(
      join(folder, 'agent.py'),
      'from agentscope.parsers import MarkdownJsonDictParser\nfrom hints import VOTE\np = MarkdownJsonDictParser({"vote": VOTE}, ["nobody"])\n',
    );
    const { status, stdout, stderr } = bin('check', '.');
    equal(status, 0, stderr);
    match(stdout, /1 passed/);
    match(stdout, /agent\.py:3:\d+: warning: .*nobody/);
    equal(bin('check', 'nothing-here').status, 2);
  });

  test('patterns are analysed and run, and modules run, from the package', () => {
    writeFileSync(
      join(folder, 'slow.parser.json'),
      '{ "type": "RegexTaggedContentParser", "tagged_content_pattern": "(?P<name>(a+)+)!(?P<content>b)" }',
    );
    match(bin('check', 'slow.parser.json').stdout, /exponential-pattern/);
    writeFileSync(join(folder, 'own.parser.json'), '{ "type": "custom", "module": "own.mjs" }');
    writeFileSync(
      join(folder, 'own.mjs'),
      'export const formatInstruction = "x"; export const parse = text => text.length;',
    );
    const { status, stdout, stderr } = spawnSync(
      join(folder, 'node_modules/.bin/parserlens'),
      ['parse', 'own.parser.json', '-', '--json'],
      { cwd: folder, encoding: 'utf8', input: 'four', shell: process.platform === 'win32' },
    );
    equal(status, 0, stderr);
    equal((JSON.parse(stdout) as { value: unknown }).value, 4);
  });

  test('a vocabulary that is not there is an error that says how to get it', () => {
    writeFileSync(join(folder, 'text.txt'), 'Hello, world');
    const without = bin('tokens', 'text.txt');
    equal(without.status, 1);
    match(without.stderr, /TokenTableError: .*o200k_base.*--tables.*createEngine\(\{ tables \}\)/);
    const { status, stdout } = bin('tokens', 'text.txt', '--tables', join(root, 'dist/tables'));
    deepEqual([status, stdout], [0, '3\n']);
  });

  test('the package with the vocabularies, packed beside it, is found where both are installed', () => {
    const both = mkdtempSync(join(tmpdir(), 'parserlens-tables-'));
    try {
      installPackage(both, packTables(both));
      const program = `require('parserlens').createTokenCounter('o200k_base').countText('Hello, world').then(n => console.log(n))`;
      equal(execFileSync(process.execPath, ['-e', program], { cwd: both, encoding: 'utf8' }), '3\n');
      writeFileSync(join(both, 'text.txt'), 'Hello, world');
      const [node, cli] = [process.execPath, join(both, 'node_modules/parserlens/dist/cli.js')];
      equal(execFileSync(node, [cli, 'tokens', 'text.txt'], { cwd: both, encoding: 'utf8' }), '3\n');
    } finally {
      rmSync(both, { recursive: true, force: true });
    }
  });

  test('the official client calls its tools in an empty folder', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const cli = join(installed, 'dist/cli.js');
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp'], cwd: folder }));
    try {
      equal((await client.listTools()).tools.length, 8);
      const definition = '{ "type": "MarkdownJsonDictParser", "content_hint": { "a": "x" } }';
      const { structuredContent } = await client.callTool({
        name: 'parse_response',
        arguments: { definition, response: '```json\n{"a": 1}\n```' },
      });
      deepEqual((structuredContent as { value: unknown }).value, { a: 1 });
    } finally {
      await client.close();
    }
  });

  test('a wrong argument from JavaScript is an error that names it', () => {
    const wrong: readonly (readonly [string, RegExp])[] = [
      [
        'createParser({})',
        /^TypeError: createParser\(definition, host\): `definition` must be a definition, .*readDefinitions.*, not \{\}\.$/,
      ],
      ['createParser()', /`definition` must be .*, not undefined\.$/],
      ['createEngine(5)', /^TypeError: createEngine\(options\): /],
      ['formatConversation(null)', /`conversation` must be a conversation, as readConversation gives it, not null\.$/],
      ['readDefinitions(5)', /^TypeError: readDefinitions\(text, fileName, types\): `text` must be a string, not 5\.$/],
    ];
    const program = `const door = require('parserlens'); for (const code of ${JSON.stringify(wrong.map(([code]) => code))})
      try { new Function('door', 'with (door) ' + code)(door); } catch (error) { console.log(String(error)); }`;
    const printed = execFileSync(process.execPath, ['-e', program], { cwd: folder, encoding: 'utf8' });
    const lines = printed.trimEnd().split('\n');
    equal(lines.length, wrong.length, printed);
    for (const [i, [, message]] of wrong.entries()) match(lines[i]!, message);
  });

  test('loads as CommonJS and as an ES module, with patterns and tables of its own', () => {
    const program = `
      const text = JSON.stringify({ type: 'RegexTaggedContentParser', tagged_content_pattern: '(?P<name>\\\\w+)=(?P<content>\\\\w+)' });
      const [definition] = readDefinitions(text, 'x.parser.json').definitions;
      const engine = createEngine({ tables: ${JSON.stringify(join(root, 'dist/tables'))} });
      Promise.all([createParser(definition).parse('a=1'), robustnessOf(definition, 'a=1'), engine.createTokenCounter('o200k_base').countText('Hello, world')])
        .then(([result, report, tokens]) => console.log(JSON.stringify(result.value), report.outcomes.length > 0, tokens));`;
    const names = '{ createEngine, createParser, readDefinitions, robustnessOf }';
    writeFileSync(join(folder, 'a.cjs'), `const ${names} = require('parserlens');${program}`);
    writeFileSync(join(folder, 'a.mjs'), `import ${names} from 'parserlens';${program}`);
    for (const file of ['a.cjs', 'a.mjs'])
      equal(
        execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8', timeout: 60_000 }),
        '{"a":1} true 3\n',
      );
  });

  test('its types stand alone: strict, without skipLibCheck, as an ES module and as CommonJS', () => {
    mkdirSync(join(folder, 'types'), { recursive: true });
    const program = `
      import { createEngine, createParser, type Definition, EngineError, type ParseResult, readDefinitions, split } from 'parserlens';
      const definition: Definition | undefined = readDefinitions('{}', 'x.parser.json').definitions[0];
      export const parsed: Promise<ParseResult> | undefined = definition && createParser(definition).parse('x');
      export const parts = parsed?.then(result => definition && split(definition, result)?.memory);
      export const { createTokenCounter } = createEngine({ tables: 'tables' });
      export const isOurs = (error: unknown): error is EngineError => error instanceof EngineError;
      // @ts-expect-error: how a definition is kept inside is not for others
      export const inside = definition?.source;`;
    for (const file of ['types/a.mts', 'types/a.cts']) writeFileSync(join(folder, file), program);
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--types', '', '--target', 'es2023'];
    const { status, stdout } = spawnSync(
      process.execPath,
      [tsc, ...options, '--module', 'nodenext', 'types/a.mts', 'types/a.cts'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    equal(status, 0, stdout);
  });
});
