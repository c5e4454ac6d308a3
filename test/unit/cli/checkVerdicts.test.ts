import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkFile } from '../../../src/cli/check/checkFiles.ts';
import type { Io } from '../../../src/cli/io.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { type SampleFile, samplesService } from '../../../src/service/samplesService.ts';

/** Every sample's verdict in the Test Explorer: what the extension asks its thread. */
async function explorer(path: string): Promise<string[]> {
  const service = samplesService(new DefinitionCache(nodeHost), () => 0);
  const source = { fileName: pathToFileURL(path).href, version: '1', text: readFileSync(path, 'utf8') };
  const { samples, definitions } = await service.listSamples(source, 0);
  assert.ok(definitions.length > 0);
  const read = (file: string): SampleFile => {
    try {
      return { text: new TextDecoder().decode(readFileSync(resolve(path, '..', file))) };
    } catch {
      return { error: 'gone' };
    }
  };
  const files = Object.fromEntries(samples.flatMap(({ file }) => (file === undefined ? [] : [[file, read(file)]])));
  const judged = await service.judge({ ...source, numbers: [...samples.keys()], files, details: true });
  return samples.map(({ definition, name, place, head, parts }, i) => {
    const { verdict, differences, message } = judged![i]!;
    const first = differences[0]?.part;
    const [line] = verdict === 'pass' ? place : ((first && parts[first]) ?? head);
    // The cause is for whoever looks at one sample: the command line tells it with `diagnose`.
    const words = verdict === 'error' && message === 'gone' ? '' : message.replace(/ Cause: [a-z, -]+\.$/, '');
    return `${definition}: ${name} ${verdict} ${line >= 0} ${JSON.stringify(differences)} ${words}`;
  });
}

/** The same of the command line. */
async function commandLine(path: string): Promise<string[]> {
  const { samples } = await checkFile(path, { cwd: '/', host: nodeHost, env: {} } as unknown as Io);
  return samples.map(({ definition, name, verdict, unread, differences, message = '', line }) => {
    const words = unread && message.includes('cannot be read') ? '' : message;
    return `${definition}: ${name} ${unread ? 'error' : verdict} ${line > 0} ${JSON.stringify(differences)} ${words}`;
  });
}

suite('verdicts of the Test Explorer and of the command line', () => {
  test('are the same for every example', async () => {
    const folder = resolve('examples');
    const names = readdirSync(folder).filter(name => name.endsWith('.parser.json'));
    let count = 0;
    for (const name of names) {
      const verdicts = await explorer(join(folder, name));
      count += verdicts.length;
      assert.deepEqual(verdicts, await commandLine(join(folder, name)), name);
    }
    assert.ok(count > 20, `${count}`);
  });

  test('and where samples fail, cannot be read or are broken', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parserlens-verdicts-'));
    try {
      const path = join(folder, 'odd.parser.json');
      const json = `"type": "MarkdownJsonDictParser"`;
      writeFileSync(join(folder, 'bom.md'), '\ufeff{"a": 1.0}');
      writeFileSync(join(folder, 'latin.md'), Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]));
      writeFileSync(
        path,
        `{ "parsers": {
          "dict": { ${json}, "keys_to_content": "a", "samples": [
            { "text": "{}", "expect": { "content": 1, "value": {}, "metadata": 3 } },
            { "text": "[", "expect": { "error": "JsonTypeError", "memory": {} } },
            { "text": ["{\\"a\\": NaN,", "\\"__proto__\\": 1}"], "expect": { "value": { "a": "NaN", "__proto__": 1 } } },
            { "name": "twice", "file": "bom.md" }, { "name": "twice", "file": "latin.md", "expect": { "value": {} } },
            { "file": "gone.md" }, { "text": 3 }, 7, { "text": "", "expect": 3 }, { "file": "" } ] },
          "none": { "type": "RegexTaggedContentParser", "tagged_content_pattern": "(", "samples": [{ "text": "x" }] },
          "unknown": { "type": "Nothing", "samples": [{ "text": "x" }] } } }`,
      );
      const verdicts = await explorer(path);
      assert.deepEqual(verdicts, await commandLine(path));
      const counts = verdicts.map(verdict => /(pass|fail|error) true/.exec(verdict)?.[1]);
      assert.deepEqual([...new Set(counts)].sort(), ['error', 'fail', 'pass']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
