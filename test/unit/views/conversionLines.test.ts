import { deepEqual, equal } from 'node:assert/strict';
import { conversionTitle, tokenLines } from '../../../src/views/conversionLines.ts';

test('a conversion is called by its type, and by its runtime where that changes', () => {
  equal(conversionTitle({ type: 'A' }), 'A');
  equal(conversionTitle({ type: 'A', runtime: 'js' }), 'A (JavaScript)');
  equal(conversionTitle({ type: 'A', runtime: 'python' }), 'A (Python)');
});

test('what a conversion does to tokens: of what is sent, and of an answer where there is one', () => {
  const sent = { before: 5, after: 3 };
  const line = 'Sent because of the definition: 5 tokens before, 3 after (char).';
  deepEqual(tokenLines(undefined, 'char'), []);
  deepEqual(tokenLines({ sent }, 'char'), [line]);
  deepEqual(tokenLines({ sent, answer: { before: 1, after: 2 } }, 'char'), [
    line,
    'An answer with example values: 1 tokens before, 2 after (char).',
  ]);
});
