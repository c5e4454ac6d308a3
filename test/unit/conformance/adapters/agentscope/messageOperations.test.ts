import assert from 'node:assert/strict';
import { operations } from '../../../../conformance/adapters/operations.ts';

const { agentscope } = operations;

suite('the arguments of a message', () => {
  const msg = { name: 'wolf', content: 'hi', role: 'user' };
  const cases: readonly (readonly [what: string, msg: unknown, message: string])[] = [
    ['an unknown one', { ...msg, url: 'x' }, "Msg.__init__() got an unexpected keyword argument 'url'"],
    [
      'an unknown one comes before those that are missing',
      { url: 'x' },
      "Msg.__init__() got an unexpected keyword argument 'url'",
    ],
    ['one is missing', { name: 'a', content: 'b' }, "Msg.__init__() missing 1 required positional argument: 'role'"],
    ['all are missing', {}, "Msg.__init__() missing 3 required positional arguments: 'name', 'content', and 'role'"],
    ['none at all', null, '`msg` must be an object of arguments by their names.'],
  ];
  for (const [what, given, message] of cases)
    test(what, () => assert.throws(() => agentscope.getTextContent({ msg: given }), { class: 'TypeError', message }));

  test('every one that the class has', () => {
    const all = { ...msg, metadata: null, timestamp: 't', invocation_id: 'i' };
    assert.equal(agentscope.getTextContent({ msg: all }), 'hi');
  });
});
