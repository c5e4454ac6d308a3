import { deepEqual } from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';

test('a field that is an input and an output is what DSPy refuses, all of them in its words', () => {
  const signature = { inputs: { q: 'str', b: 'str', a: 'str' }, outputs: { b: 'str', a: 'int' } };
  const text = JSON.stringify({ type: 'ChatAdapter', signature });
  const { problems } = readDefinitions(text, 'x.parser.json');
  deepEqual(
    problems.map(({ severity, span, message }) => [severity, text.slice(span.start, span.end), message]),
    [['error', '"str"', "ValueError: Input and output fields must have distinct names, but found duplicates: 'a, b'."]],
  );
});
