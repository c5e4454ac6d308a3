// @ts-check
// Python's json_repair in a process of its own, a line of JSON each way; JSON_REPAIR_PY names the folder that holds the package. It has
// no confidence, so it is sure of all that it gives; '' is how it says that there is nothing to repair.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseWith } from './parseWith.mjs';

const program = `
import json, os, sys
sys.path.insert(0, os.environ['JSON_REPAIR_PY'])
import json_repair
for line in sys.stdin:
    try: text = json.dumps({'value': json_repair.loads(json.loads(line))}, allow_nan=False)
    except Exception as error: text = json.dumps({'error': str(error)})
    print(text, flush=True)
`;
const child = spawn('python3', ['-c', program], { stdio: ['pipe', 'pipe', 'inherit'] });
/** @type {((answer: any) => void)[]} */
const waiting = [];
createInterface({ input: child.stdout }).on('line', line => waiting.shift()?.(JSON.parse(line)));
child.on('exit', () => {
  for (const answer of waiting.splice(0)) answer({ error: 'Python has ended' });
});
child.unref();
for (const stream of [child.stdin, child.stdout]) /** @type {any} */ (stream).unref?.();

export async function repair(/** @type {string} */ text) {
  const keepAlive = setInterval(() => {}, 1000);
  const answer = await new Promise(resolve => {
    waiting.push(resolve);
    child.stdin.write(`${JSON.stringify(text)}\n`);
  });
  clearInterval(keepAlive);
  return 'error' in answer || answer.value === ''
    ? { candidates: [] }
    : { candidates: [{ value: answer.value, confidence: 1, lossy: false }] };
}
export const parse = parseWith(repair);
