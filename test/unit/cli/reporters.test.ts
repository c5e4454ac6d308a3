import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv-draft-04';
import { xml } from '../../../src/cli/reporters/junit.ts';
import { runCli } from './runCli.ts';

const require = createRequire(import.meta.url);
const schema = join(require.resolve('@microsoft/jest-sarif/package.json'), '../lib/schemas/sarif-2.1.0-rtm.5.json');
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
  JSON.parse(readFileSync(schema, 'utf8')),
);

/** What the tests read of a log. */
interface SarifLog {
  readonly $schema: string;
  readonly version: string;
  readonly runs: readonly [
    {
      readonly results: readonly {
        readonly ruleId: string;
        readonly level: string;
        readonly message: { readonly text: string };
        readonly locations: readonly [
          { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } },
        ];
      }[];
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    },
  ];
}

const definition = (name: string) =>
  JSON.stringify({
    type: 'MarkdownJsonDictParser',
    content_hint: { a: 'text' },
    keys_to_content: 'b',
    samples: [
      { name, text: '```json\n{"a": 1}\n```', expect: { value: { a: 2 } } },
      { text: '```json\n{"a": 1}\n```' },
    ],
  });

suite('reporters of check', () => {
  let folder: string;
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-reporters-'));
  });
  teardown(() => rmSync(folder, { recursive: true, force: true }));

  test('sarif is valid, and names problems and failing samples at their places', async () => {
    writeFileSync(join(folder, 'ä b.parser.json'), definition('bad'));
    const { code, out } = await runCli(folder, ['check', '--reporter', 'sarif']);
    const log: SarifLog = JSON.parse(out);
    ok(isSarif(log), JSON.stringify(isSarif.errors));
    deepEqual([log.$schema, log.version], ['https://json.schemastore.org/sarif-2.1.0.json', '2.1.0']);
    equal(code, 1);
    const [run] = log.runs;
    deepEqual(
      run.results.map(result => [result.ruleId, result.level]),
      [
        ['unknown-value-key', 'warning'],
        ['sample-failed', 'error'],
      ],
    );
    const { artifactLocation, region } = run.results[1]!.locations[0].physicalLocation;
    equal(artifactLocation.uri, '%C3%A4%20b.parser.json');
    equal(region.startLine, 1);
    match(run.results[1]!.message.text, /^\S.*: \S/);
    deepEqual(
      run.tool.driver.rules.map(({ id }) => id),
      ['unknown-value-key', 'sample-failed'],
    );
  });

  test('on a terminal a sample that fails has its place, and why', async () => {
    writeFileSync(join(folder, 'a.parser.json'), definition('bad'));
    const { out } = await runCli(folder, ['check']);
    match(out, /\n {2}✗ a: bad\n {4}a\.parser\.json:1:\d+: value not as expected\.\n/);
  });

  test('json has everything, file by file', async () => {
    writeFileSync(join(folder, 'a.parser.json'), definition('bad'));
    const { ok: isFine, files, passed, failed } = JSON.parse((await runCli(folder, 'check --reporter json')).out);
    deepEqual([isFine, passed, failed], [false, 1, 1]);
    deepEqual(
      files.map(({ file, definitions, notRun }: Record<string, unknown>) => ({ file, definitions, notRun })),
      [{ file: 'a.parser.json', definitions: [{ name: 'a', type: 'MarkdownJsonDictParser' }], notRun: [] }],
    );
  });

  test('junit: an error of a definition is a case with its place and message', async () => {
    writeFileSync(join(folder, 'a.parser.json'), '{ "type": 1 }');
    const { out } = await runCli(folder, ['check', '--allow-empty', '--reporter', 'junit']);
    const [, message] = /<error message="([^"]+)">/.exec(out) ?? [];
    match(message ?? '', /must be the name of a parser type/);
    equal(
      out,
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="parserlens" tests="1" failures="0" errors="1">
  <testsuite name="a.parser.json" tests="1" failures="0" errors="1">
    <testcase classname="a.parser.json" name="wrong-shape" file="a.parser.json" line="1">
      <error message="${message}">a.parser.json:1:11: ${message}</error>
    </testcase>
  </testsuite>
</testsuites>
`,
    );
  });

  test('what a runner would take for a command is written with an entity in junit', () => {
    equal(xml('##[error]a ##vso[b] #[c] ##d e[f'), '&#35;#[error]a &#35;#vso[b] #[c] ##d e[f');
    equal(xml('::error::a\n  ::b:: c::d'), '&#58;:error::a\n  &#58;:b:: c::d');
    equal(xml('<a b="&">\r\u0000\ud800\u202e'), '&lt;a b=&quot;&amp;&quot;&gt;&#13;\ufffd\ufffd&#8238;');
  });

  test('sarif without results is valid', async () => {
    writeFileSync(join(folder, 'a.parser.json'), '{ "type": "MarkdownJsonObjectParser" }');
    const { code, out } = await runCli(folder, ['check', '--allow-empty', '--reporter', 'sarif']);
    ok(isSarif(JSON.parse(out)));
    equal(code, 0);
  });

  test('in Markdown nothing that an author or a model wrote is a link, an image, a mention or HTML', async () => {
    const hostile = '[x](http://evil) ![i](http://evil) @team <img src=x> `` | **b** \n# head';
    writeFileSync(join(folder, 'a.parser.json'), definition(hostile));
    const { out } = await runCli(folder, ['check', '--reporter', 'markdown']);
    match(out, /^### ❌ ParserLens: 1 passed, 1 failed, 1 warning\n\n2 samples of 1 definition in 1 file\.\n/);
    const row = out.split('\n').find(line => line.includes('evil'))!;
    // What stands outside code, by CommonMark's rule: a run of backticks closes with a run of the same length.
    const outside = row.replace(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g, '');
    doesNotMatch(outside, /evil|@team|<img|\*\*|#/);
    equal(outside.replaceAll('\\|', '').split('|').length, 6);
  });

  test('a report goes to a file, which is not overwritten without --force', async () => {
    writeFileSync(join(folder, 'a.parser.json'), definition('bad'));
    const args = ['check', '--reporter', 'github', '--reporter', 'markdown=summary.md'];
    const first = await runCli(folder, args);
    equal(first.code, 1);
    match(first.out, /^::warning /);
    match(readFileSync(join(folder, 'summary.md'), 'utf8'), /^### ❌/);
    writeFileSync(join(folder, 'summary.md'), 'mine');
    const second = await runCli(folder, args);
    equal(second.code, 2);
    match(second.err, /summary\.md is there already\. Use --force/);
    equal(readFileSync(join(folder, 'summary.md'), 'utf8'), 'mine');
    equal((await runCli(folder, [...args, '--force'])).code, 1);
    match(readFileSync(join(folder, 'summary.md'), 'utf8'), /^### ❌/);
    equal((await runCli(folder, ['check', '--reporter', 'json', '--reporter', 'sarif'])).code, 2);
  });
});
