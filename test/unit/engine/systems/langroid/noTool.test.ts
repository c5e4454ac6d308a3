import { deepEqual } from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { findParsers } from '../../../../../src/engine/samples/index.ts';

test('an answer without a tool is read, and counts as none that fits', async () => {
  const { definitions } = readDefinitions('{ "type": "ToolMessage", "tools": [{ "request": "a" }] }', 'x.parser.json');
  const [found] = await findParsers(['Only prose.'], definitions, {}, []);
  const [verdict] = found!.verdicts;
  deepEqual([verdict?.ok && [verdict.size, verdict.keys], found!.parts.read], [[0, []], 0]);
});
