// Parsers in sources: a keystroke in 3,000 lines of Python with 20 parsers, and of TypeScript, in time of the
// processor; and `check .` over 2,000 Python files, 20 of them with parsers.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { quick } from './quick.mjs';

const load = createRequire(import.meta.url);
const { createParser, readSource } = load('../../dist/engine.js');
const cli = join(dirname(load.resolve('../../dist/engine.js')), 'cli.js');
const rounds = quick(15, 2);

const filler = i => `
def step_${i}(values, limit=${i}):
    """Sums up what is below a limit."""
    total = 0
    for value in values:
        if value < limit:
            total += value * ${i}
    return {"total": total, "name": f"step {limit}"}
`;
const parser = i => `
HINT_${i} = {"thought": "what you think", "vote": f"one of {', '.join(NAMES)} in round ${i}"}
parser_${i} = MarkdownJsonDictParser(content_hint={**HINT_${i}, "why": "a reason"}, required_keys=list(HINT_${i}))
`;
const head = 'from agentscope.parsers import MarkdownJsonDictParser\n\nNAMES = ["Ann", "Bo", "Cy"]\n';
const python = `${head}${Array.from({ length: 365 }, (_, i) => (i < 20 ? parser(i) : '') + filler(i)).join('')}`;
const scriptHead =
  "import { StructuredOutputParser } from '@langchain/core/output_parsers';\nimport { z } from 'zod';\n";
const scriptPart = i => `
export function step${i}(values: number[], limit = ${i}) {
  let total = 0;
  for (const value of values) {
    if (value < limit) total += value * ${i};
  }
  return { total, name: \`step \${limit}\` };
}
`;
const script = `${scriptHead}${Array.from({ length: 365 }, (_, i) => (i < 20 ? `const parser${i} = StructuredOutputParser.fromZodSchema(z.object({ vote: z.string().describe('round ${i}'), why: z.string() }));\n` : '') + scriptPart(i)).join('')}`;

let isOver = false;
function told(name, ms, limit) {
  console.log(`${name}: ${ms.toFixed(0)} ms (limit ${limit} ms)`);
  if (ms > limit) isOver = true;
}

async function median(work) {
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const start = process.cpuUsage();
    await work(i);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)];
}

for (const [name, text] of [
  ['agent.py', python],
  ['agent.ts', script],
]) {
  const lines = text.split('\n').length;
  const ms = await median(async i => {
    const { definitions } = await readSource(`${text}\n${name.endsWith('.py') ? '#' : '//'} ${i}\n`, `/w/${name}`);
    if (definitions.length !== 20) throw new Error(`${definitions.length} parsers are read`);
    createParser(definitions[7]).formatInstruction();
  });
  told(`keystroke, ${name} of ${lines} lines with 20 parsers`, ms, 50);
}

const folder = await mkdtemp(join(tmpdir(), 'parserlens-bench-'));
try {
  const count = quick(2000, 40);
  for (let i = 0; i < count; i++) {
    const own = join(folder, `package_${i % 40}`);
    await mkdir(own, { recursive: true });
    const text = Array.from({ length: 12 }, (_, k) => filler(i + k)).join('');
    await writeFile(join(own, `module_${i}.py`), i % 100 === 0 ? `${head}${parser(i)}${text}` : text);
  }
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [cli, 'check', '.'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  told(`check . over ${count} Python files, ${count / 100} of them with parsers`, performance.now() - start, 2000);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(isOver ? 1 : 0);
