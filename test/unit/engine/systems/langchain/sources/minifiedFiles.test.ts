import { deepEqual } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../../cli/runCli.ts';

suite('minified files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parserlens-minified-'));
  suiteTeardown(() => rmSync(folder, { recursive: true, force: true }));

  test('are read where they are named, not where they are found; so many letters on a line, on average, make one', async () => {
    const code =
      'import{RegexParser as R}from"@langchain/classic/output_parsers";export const r=new R({regex:/a/,outputKeys:["a"]});';
    const listed = async (text: string, args: string) => {
      writeFileSync(join(folder, 'agent.js'), text);
      return (await runCli(folder, `list ${args}`)).out.startsWith('agent.js:1');
    };
    const long = (length: number) => code.padEnd(length, ';');
    deepEqual(
      [
        await listed(code, ''),
        await listed(long(1000), ''),
        await listed(long(1001), ''),
        await listed(`${long(1999)}\n`, ''),
        await listed(long(1001), 'agent.js'),
      ],
      [true, true, false, true, true],
    );
  });
});
