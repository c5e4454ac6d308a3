import { equal, match } from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { runCli } from '../../../cli/runCli.ts';

test('a class of LangChain becomes that of the other runtime', async () => {
  const text = JSON.stringify({ type: 'ToolStrategy', schema: { title: 'T', type: 'object', properties: {} } });
  const converted = (...more: readonly string[]) =>
    runCli(tmpdir(), ['convert', '-', '--to', 'ToolStrategy', ...more], text);
  const { out, err } = await converted('--runtime', 'js');
  equal(JSON.parse(out).runtime, 'js');
  match(err, /A schema that is a dictionary is checked/);
  equal((await converted('--runtime', 'python')).code, 1);
  equal(JSON.parse((await converted()).out).runtime, 'js');
});
