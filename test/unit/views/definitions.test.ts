import assert from 'node:assert/strict';
import { pickDefinition } from '../../../src/views/definitions.ts';

/** The name of the call that a cursor at `|` means; calls are `P(name)`. */
function picked(marked: string): string | undefined {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const definitions = [...text.matchAll(/P\((\w)\)/g)].map(({ index, 0: call, 1: name }) => {
    const span = { start: index, end: index + call.length };
    return { name: name!, span, nameSpan: span };
  });
  return pickDefinition(definitions, text, undefined, offset)?.name;
}

suite('the definition that a cursor means', () => {
  test('a call begins with the line of what it is bound to', () => {
    assert.equal(picked('x = P(a)\n|late = P(b)'), 'b');
    assert.equal(picked('x = P(a)\n    self.pa|rser: Parser = P(b)'), 'b');
    assert.equal(picked('const x = P(a);\nexport co|nst late: Parser<Out> = P(b);'), 'b');
  });
  test('in a notebook, too, where all of a cell is one line of JSON', () => {
    assert.equal(picked('{"source":"x = P(a)"},{"source":"|late = P(b)"}'), 'b');
    assert.equal(picked('{"source":"x = P(a)\\n|late = P(b)"}'), 'b');
  });
  test('what else stands before it is of the call above', () => {
    assert.equal(picked('x = P(a)\n|use(P(b))'), 'a');
    assert.equal(picked('x = P(a)|\nlate = P(b)'), 'a');
  });
});
