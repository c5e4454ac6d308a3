// @ts-check
// Python's json_repair in a process of its own, a line of JSON each way; JSON_REPAIR_PY names the folder that holds the package. It has
// no confidence, so it is sure of all that it gives; '' is how it says that there is nothing to repair.
import { lineProcess } from './lineProcess.mjs';
import { parseWith } from './parseWith.mjs';

const ask = lineProcess('python3', [
  '-c',
  `
import json, os, sys
sys.path.insert(0, os.environ['JSON_REPAIR_PY'])
import json_repair
for line in sys.stdin:
    try: text = json.dumps({'value': json_repair.loads(json.loads(line))}, allow_nan=False)
    except Exception: text = '{}'
    print(text, flush=True)
`,
]);

export async function repair(/** @type {string} */ text) {
  const answer = await ask(text);
  return !('value' in answer) || answer.value === ''
    ? { candidates: [] }
    : { candidates: [{ value: answer.value, confidence: 1, lossy: false }] };
}
export const parse = parseWith(repair);
