import assert from 'node:assert/strict';
import { readConversation, setConversationOptions } from '../../../../src/engine/conversation/index.ts';

/** A text after edits, which are applied from the end. */
function edited(text: string, options: Parameters<typeof setConversationOptions>[1]): string {
  let result = text;
  for (const { span, text: inserted } of [...setConversationOptions(text, options)].sort(
    (a, b) => b.span.start - a.span.start,
  ))
    result = result.slice(0, span.start) + inserted + result.slice(span.end);
  return result;
}

suite('options of a conversation', () => {
  const openai = { type: 'OpenAITokenCounter', model_name: 'gpt-4o' };
  for (const [name, text, options, expected] of [
    [
      'a value that is there',
      '{\n  "max_tokens": 5, // five\n  "messages": []\n}',
      { maxTokens: 7 },
      '{\n  "max_tokens": 7, // five\n  "messages": []\n}',
    ],
    ['no limit', '{ "max_tokens": 5, "messages": [] }', { maxTokens: null }, '{ "max_tokens": null, "messages": [] }'],
    ['no limit where there is none', '{ "messages": [] }', { maxTokens: null }, '{ "messages": [] }'],
    [
      'keys that are not there, in front',
      '// c\n{\n\t"messages": [],\n}',
      { formatter: 'F', tokenCounter: openai, maxTokens: 9 },
      '// c\n{\n\t"formatter": "F",\n\t"token_counter": {"type": "OpenAITokenCounter", "model_name": "gpt-4o"},\n\t"max_tokens": 9,\n\t"messages": [],\n}',
    ],
    ['an object in one line', '{ "messages": [] }', { formatter: 'F' }, '{ "formatter": "F", "messages": [] }'],
    ['a list', '[\n  { }\n]\n', { maxTokens: 3 }, '{\n  "max_tokens": 3,\n  "messages": [\n  { }\n]\n}\n'],
    [
      'the last of two equal keys',
      '{ "formatter": "A", "formatter": "B", "messages": [] }',
      { formatter: 'C' },
      '{ "formatter": "A", "formatter": "C", "messages": [] }',
    ],
    ['what is not a conversation', 'true', { formatter: 'F' }, 'true'],
    ['nothing', '{ "messages": [] }', {}, '{ "messages": [] }'],
  ] as const) {
    test(name, () => {
      const after = edited(text, options);
      assert.equal(after, expected);
      assert.equal(
        readConversation(after, 'x.messages.json').problems.length,
        readConversation(text, 'x.messages.json').problems.length,
      );
    });
  }
});
