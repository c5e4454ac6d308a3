import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { applyEdits } from '../../src/engine/core/applyEdits.ts';
import { toJsonText } from '../../src/engine/python/jsonDumps.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';
import { readLenient } from '../../src/engine/text/lenient/readLenient.ts';

const { cases }: { cases: readonly (readonly [text: string, json: string])[] } = JSON.parse(
  readFileSync('test/conformance/json-repair.json', 'utf8'),
);

/** JSON text as `json.loads` reads it, in one way of writing. */
function asLoaded(json: string): string {
  const loaded = jsonLoads(json);
  assert(loaded.ok, json);
  return toJsonText(loaded.value, 0);
}

suite('json_repair, as recorded', () => {
  for (const [text, json] of cases)
    test(JSON.stringify(text), () => {
      const read = readLenient(text);
      assert(read.ok);
      assert.equal(toJsonText(read.value, 0), asLoaded(json));
      // With all repairs made the text is the JSON that was read.
      assert.equal(asLoaded(applyEdits(text, read.repairs())), asLoaded(json));
    });
});
