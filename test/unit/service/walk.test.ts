import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** What docs/architecture.md says that reading a response may take, when its definition is read already. */
const most = 19;

const responses: Readonly<Record<string, readonly [definition: object, response: string]>> = {
  'a block of JSON': [
    {
      type: 'MarkdownJsonDictParser',
      content_hint: { thought: 'why', vote: 'who' },
      required_keys: ['thought'],
      keys_to_content: 'vote',
      keys_to_memory: ['thought'],
    },
    '```json\n{"thought":"x","vote":"y"}\n```',
  ],
  'a text between tags': [
    {
      type: 'MultiTaggedContentParser',
      tagged_contents: [{ name: 'thought', tag_begin: '[T]', content_hint: 'w', tag_end: '[/T]' }],
    },
    '[T]abc[/T]',
  ],
};

suite('the walk of a response', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parserlens-walk-'));
  const outfile = join(folder, 'walked.cjs');
  /** Where each file of the sources begins in the bundle. */
  let files: readonly (readonly [start: number, file: string])[];
  suiteSetup(() => {
    const entryPoints = [join(import.meta.dirname, 'walkedFunctions.ts')];
    const mainFields = ['module', 'main'];
    buildSync({ entryPoints, outfile, bundle: true, platform: 'node', mainFields, logLevel: 'error' });
    const comments = readFileSync(outfile, 'utf8').matchAll(/^ *\/\/ ((?:src|node_modules|test)\/\S+)$/gm);
    files = [...comments].map(({ index, 1: file }) => [index, file!]);
  });
  suiteTeardown(() => rmSync(folder, { recursive: true, force: true }));

  for (const [what, [definition, response]] of Object.entries(responses))
    test(`${what} is read by code in ${most} files of the engine at most`, () => {
      const printed = execFileSync(process.execPath, [outfile, JSON.stringify(definition), response], {
        encoding: 'utf8',
      });
      const ran = (JSON.parse(printed) as number[]).map(start => files.findLast(([from]) => from <= start)?.[1] ?? '');
      const engine = [...new Set(ran)].filter(file => file.startsWith('src/engine/')).sort();
      deepEqual([engine.includes('src/engine/definition/responseParser.ts'), engine.slice(most)], [true, []]);
    });
});
