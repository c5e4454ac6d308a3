import assert from 'node:assert/strict';
import { type Resources, readConversation } from '../../../src/engine/index.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import {
  type AnswerRequest,
  type AnswerSource,
  conversationAnswers,
} from '../../../src/service/conversationAnswers.ts';
import type { OpenedConversation } from '../../../src/service/formattedPane.ts';

const definition = {
  type: 'MarkdownJsonDictParser',
  content_hint: 'x',
  required_keys: ['speak'],
  keys_to_memory: ['speak'],
};
const good = '```json\n{"speak": "hi", "thought": "x"}\n```';
const bad = '```json\n{"speak": "hi",}\n```';
const both = `${good}\n\nNo, better:\n\n${good.replace('hi', 'bye')}`;
const messages = [
  { name: 'u', role: 'user', content: 'x' },
  ...[good, bad, both].map(content => ({ name: 'b', role: 'assistant', content })),
];
const text = JSON.stringify({ formatter: 'OpenAIChatFormatter', parser: 'a.parser.json#a', messages });

suite('answers in a conversation', () => {
  const { conversation } = readConversation(text, 'x.messages.json');
  const api = conversationAnswers(
    id => (id === 'c' ? ({ text, conversation } as unknown as OpenedConversation) : undefined),
    { host: nodeHost, resourcesFor: () => ({}) as Resources },
  );
  const request = { cwd: '/x', folder: 'file:///x', allowedHosts: [], definitionText: JSON.stringify(definition) };
  const read = (index: number, more: Partial<AnswerRequest> = {}) =>
    api.readAnswerAt('c', index, { ...request, ...more });
  const appended = async (source: AnswerSource, more: Partial<AnswerRequest> = {}) => {
    const answer = await api.appendedAnswer('c', source, { ...request, ...more });
    assert.ok(answer);
    return 'error' in answer
      ? answer.error.class
      : [answer.note, answer.edits.map(edit => edit.text.replace(/\s+/g, ' ')).join()];
  };

  test('are the messages that a parser can read, with the places of their texts', async () => {
    assert.deepEqual(
      (await api.answerPlaces('c', 3)).map(({ index, span }) => [
        index,
        JSON.parse(text.slice(span.start, span.end)).content,
      ]),
      [
        [1, good],
        [2, bad],
      ],
    );
    const span = (await api.answerText('c', 1))!;
    assert.equal(JSON.parse(`"${text.slice(span.start, span.end)}"`), good);
    assert.deepEqual([await api.answerText('c', 9), await api.answerPlaces('other', 3)], [undefined, []]);
  });

  test('are read, with their causes, suspicions, and what is remembered', async () => {
    const [fine, broken, odd] = [await read(1), await read(2), await read(3)];
    assert.ok(fine && 'model' in fine && broken && 'model' in broken && odd && 'model' in odd);
    assert.deepEqual([fine.model.suspicions, fine.causes], [[], undefined]);
    const { memory } = fine.model.splits ?? {};
    assert.equal(memory && 'short' in memory && memory.short, '{speak}');
    assert.equal('short' in fine.remembered && fine.remembered.short, "\"{'speak': 'hi'}\"");
    assert.deepEqual([broken.model.error?.class, broken.causes], ['JsonParsingError', ['trailing-comma']]);
    assert.equal('error' in broken.remembered && broken.remembered.error.class, 'JsonParsingError');
    assert.deepEqual(
      odd.model.suspicions?.map(({ code }) => code),
      ['answers-lost'],
    );
    const quiet = await read(3, { off: ['answers-lost'] });
    assert.deepEqual(quiet && 'model' in quiet && quiet.model.suspicions, []);
    assert.deepEqual([await read(0), await read(9)], [undefined, undefined]);
    assert.equal(await api.readAnswerAt('other', 1, request), undefined);
    assert.deepEqual(await read(1, { parser: 'a.parser.json#zz' }), {
      error: { class: 'ParserNotFound', message: '`a.parser.json` has no definition `zz`. There are: `a`.' },
    });
  });

  test('are added as the framework remembers them', async () => {
    const note = '`to_memory` of the parsed answer';
    const message = (content: string) => `, { "name": "b", "role": "assistant", "content": ${content} } `;
    const plain = [note, message(`"{'speak': 'hi'}"`)];
    assert.deepEqual(await appended({ index: 1 }), plain);
    assert.deepEqual(await appended({ selected: { text: good } }), plain);
    const blocks = message(`[ { "type": "text", "text": "{'speak': 'hi'}" } ]`);
    assert.deepEqual(await appended({ index: 1 }, { usualRelease: '2.0.6+' }), [note, blocks]);
    assert.equal(await appended({ index: 2 }), 'JsonParsingError');
    assert.equal(await api.appendedAnswer('other', { index: 1 }, request), undefined);
    assert.equal(await api.appendedAnswer('c', { index: 9 }, request), undefined);
  });
});
