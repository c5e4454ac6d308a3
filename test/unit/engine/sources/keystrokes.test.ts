import { deepEqual, equal } from 'node:assert/strict';
import { readSource } from '../../../../src/engine/sources/index.ts';

/** What is read of each version with one host, as an editor reads it, is what is read of it alone. */
async function same(fileName: string, versions: readonly string[]): Promise<void> {
  const host = {};
  for (const text of versions) {
    const { definitions: _, ...again } = await readSource(text, fileName, host);
    const { definitions: __, ...fresh } = await readSource(text, fileName, {});
    deepEqual(again, fresh);
  }
}

const filler = Array.from(
  { length: 30 },
  (_, i) => `def step_${i}(values, limit=${i}):\n    return [len(str(value)) for value in values if value < limit]\n\n`,
).join('');
const head = 'from agentscope.parsers import MarkdownJsonDictParser\nHINT = {"a": "b"}\n';
const call = 'parser = MarkdownJsonDictParser(HINT)\n';

suite('sources as they are typed', () => {
  test('each version is read as if it were the first', async () => {
    const whole = `${head}${filler}${call}${filler.replaceAll('step', 'other')}`;
    const cuts = [0, 30, 60, 75, 80, 400, 700, whole.length - 5];
    const typed = cuts.flatMap(at =>
      ['(', '"', '\n', 'x', '"""', '#'].map(each => whole.slice(0, at) + each + whole.slice(at)),
    );
    await same('/w/agent.py', [whole, ...typed, whole.replace(call, ''), whole]);
    const script = `import { CommaSeparatedListOutputParser } from '@langchain/core/output_parsers';\n${'export function add(a: number) { return { a, b: [`${a}`] }; }\n'.repeat(40)}const parser = new CommaSeparatedListOutputParser();\n`;
    const scripts = [0, 20, 200, 900, script.length - 3].flatMap(at =>
      ['(', '`', '}', 'x'].map(each => script.slice(0, at) + each + script.slice(at)),
    );
    await same('/w/agent.ts', [script, ...scripts, script]);
  });

  test('a function that stood on nothing of its program is read again when its names are the program’s', async () => {
    const fn = 'def refill(values):\n    clear(values)\n    return logger.info(values)\n';
    const logged = `import logger\n${head}${fn}${call}`;
    const own = `import logger\n${head}def clear(values):\n    HINT["c"] = values\n${fn}${call}`;
    const changed = `${head}logger = HINT\n${fn.replace('logger.info', 'logger.update')}${call}`;
    await same('/w/agent.py', [logged, own, logged, changed, logged]);
    const host = {};
    await readSource(logged, '/w/agent.py', host);
    const { found } = await readSource(own, '/w/agent.py', host);
    equal(found[0]?.unknown.length, 0);
  });

  test('a function that makes a parser only where something is not known is read with all that changes', async () => {
    const text = `${head}MODE = "a"\ndef make():\n    if MODE == "a":\n        return None\n    return MarkdownJsonDictParser(HINT)\ndef switch(mode):\n    global MODE\n    MODE = mode\n`;
    const { found } = await readSource(text, '/w/agent.py');
    deepEqual(
      found.map(({ line }) => line),
      [7],
    );
  });
});
