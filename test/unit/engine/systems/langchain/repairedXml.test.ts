import { deepEqual, ok } from 'node:assert/strict';
import { applyEdits } from '../../../../../src/engine/core/applyEdits.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';

const [definition] = readDefinitions('{ "type": "XMLOutputParser" }', 'x.parser.json').definitions;
const parser = createParser(definition!);

test('LangChain reads what was repaired, wherever an answer is cut off', async () => {
  const answer = '<films><film year="1">Tom & Jerry</film><film>Up</film></films>';
  for (let cut = '<films><film year="1">T'.length; cut <= answer.length; cut++) {
    const text = answer.slice(0, cut);
    const [candidate] = (await parser.diagnose(text)).candidates;
    ok(candidate, text);
    const read = await parser.parse(applyEdits(text, candidate.edits));
    deepEqual(read.ok && read.value, candidate.value);
  }
});
