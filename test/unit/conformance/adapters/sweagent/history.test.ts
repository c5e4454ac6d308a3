import assert from 'node:assert/strict';
import { operations } from '../../../../conformance/adapters/operations.ts';

const { sweagent } = operations;

const entry = (keys: object) => ({ role: 'user', agent: 'main', message_type: 'observation', content: 'x', ...keys });

/** What the processors leave of a history, or the class and message of what they raise. */
async function history(processor: object, ...entries: readonly object[]): Promise<unknown> {
  try {
    return await sweagent.history({ config: { history_processors: [processor] }, history: entries });
  } catch (error) {
    const { class: name, message } = error as { class?: string; message: string };
    return `${name}: ${message}`;
  }
}

suite('history processors on what is not a history', () => {
  const lastOne = { type: 'last_n_observations', n: 1 };
  const cases: readonly (readonly [string, object, object, string])[] = [
    ['a dict as content', { type: 'image_parsing' }, { content: { a: 1 } }, 'KeyError: 0'],
    [
      'a longer dict as content',
      { type: 'image_parsing' },
      { content: { a: 1, b: 2 } },
      'AssertionError: Expected single message in content',
    ],
    ['tags that Python cannot hash', lastOne, { tags: [['x']] }, "TypeError: unhashable type: 'list'"],
    [
      'the keys of a dict as parts',
      lastOne,
      { content: { a: 1 }, tags: ['remove_output'] },
      "AttributeError: 'str' object has no attribute 'get'",
    ],
    [
      'a text that is an int',
      lastOne,
      { content: [{ type: 'text', text: 3 }], tags: ['remove_output'] },
      "AttributeError: 'int' object has no attribute 'splitlines'",
    ],
    [
      'a call that is a string',
      { type: 'tag_tool_call_observations' },
      { message_type: 'action', tool_calls: 'x' },
      "TypeError: string indices must be integers, not 'str'",
    ],
    [
      'a call that is a number',
      { type: 'tag_tool_call_observations' },
      { message_type: 'action', tool_calls: [3] },
      "TypeError: 'int' object is not subscriptable",
    ],
    [
      'a part that is nothing',
      { type: 'cache_control' },
      { content: [null] },
      "AttributeError: 'NoneType' object has no attribute 'pop'",
    ],
  ];
  for (const [what, processor, keys, expected] of cases)
    test(what, async () => assert.equal(await history(processor, entry(keys)), expected));

  test('a tag that is a number is not the string of its digits', async () => {
    const given = entry({ tags: [1] });
    const processor = { ...lastOne, always_remove_output_for_tags: ['1'] };
    assert.deepEqual(await history(processor, given), [given]);
  });

  test('without a history there is none', async () => {
    assert.deepEqual(await sweagent.history({ config: {} }), []);
  });

  test('without a pattern no text is looked at', async () => {
    const given = entry({ content: [{ type: 'text', text: 3 }] });
    assert.deepEqual(await history({ type: 'remove_regex', remove: [] }, given), [given]);
  });

  test('a kind that is not a string is named as Python prints it', async () => {
    assert.match(String(await history({ type: true }, entry({}))), /^ValidationError: Input tag 'True' found/);
  });
});
