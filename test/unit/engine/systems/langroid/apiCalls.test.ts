import assert from 'node:assert/strict';
import { fromPlain, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { readApiCall, readApiCalls } from '../../../../../src/engine/systems/langroid/llmResponse.ts';

/** A `function` of a message, and the name and the arguments that Langroid takes of it. */
const calls: readonly (readonly [what: string, given: object, name: string, values: object | null])[] = [
  ['as it is', { name: 'square', arguments: '{"number": 3}' }, 'square', { number: 3 }],
  ['with a word of its library', { name: ' functions square ', arguments: '{}' }, 'square', {}],
  ['with line feeds and a comma too many', { name: 'square', arguments: '{\n"number":\n3,}' }, 'square', { number: 3 }],
  ['without arguments', { name: 'square', arguments: null }, 'square', null],
  ['with another name in the arguments', { name: 'x', arguments: '{"request": "cube", "n": 1}' }, 'cube', { n: 1 }],
  [
    'with an empty name in the arguments, which replaces nothing',
    { name: 'square', arguments: '{"request": "", "number": 3}' },
    'square',
    { request: '', number: 3 },
  ],
];

suite('Langroid: calls of the API', () => {
  for (const [what, given, name, values] of calls)
    test(`a call ${what}`, () =>
      assert.deepEqual(
        readApiCalls(fromPlain([{ id: 'call_1', function: given }])).map(call => ({
          ...call,
          arguments: call.arguments && toPlain(call.arguments),
        })),
        [{ id: 'call_1', name, arguments: values }],
      ));

  test('a function call has no id, whether its name is its own or stands in the arguments', () => {
    for (const values of ['{"number": 3}', '{"request": "square", "number": 3}'])
      assert.deepEqual(readApiCall(fromPlain({ name: 'square', arguments: values })), {
        id: '',
        name: 'square',
        arguments: new Map([['number', 3]]),
      });
    assert.equal(readApiCall('square'), undefined);
  });

  test('what is no list, and what is not a call, is passed over', () => {
    assert.deepEqual(readApiCalls('x'), []);
    assert.deepEqual(readApiCalls(fromPlain([1, {}, { function: 'x' }])), []);
  });
});
