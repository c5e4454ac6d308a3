import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatMessages } from '../../../../src/engine/conversation/formatMessages.ts';
import { formatterTypes } from '../../../../src/engine/conversation/formatters/registry.ts';
import { ReleaseRules } from '../../../../src/engine/core/agentscopeReleases.ts';
import { EngineError } from '../../../../src/engine/core/errors.ts';
import { fromPlain, isPyDict, isPyList, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import type { FormattedMessages } from '../../../../src/engine/messages/formattedMessages.ts';
import { Media } from '../../../../src/engine/messages/media.ts';
import type { Msg } from '../../../../src/engine/messages/msg.ts';
import type { AdditiveCounting, PayloadCounter } from '../../../../src/engine/tokens/counting.ts';
import { createTokenCounter } from '../../../../src/engine/tokens/index.ts';
import { o200kBase } from '../../../../src/engine/tokens/openaiEncodings.ts';

/** A counter whose texts are counted by the pieces of a real encoding; a piece costs its length and one. */
const additive: AdditiveCounting = {
  fixed: 7,
  message: message => 3 + textsOf(message).reduce((sum, text) => sum + countText(text), 0),
  pieces: { pieceEnd: o200kBase.pieceEnd, countPiece: (_text, start, end) => 1 + end - start },
};
/** A real counter without pieces: the characters of what Python prints. */
const characters = {
  ...(createTokenCounter('CharTokenCounter').additive!() as AdditiveCounting),
  fixed: 7,
};
/** The same where a payload that does not begin with a system message gets one, as by a chat template. */
const opened: AdditiveCounting = { ...additive, opening: role => (role === 'system' ? 0 : 11) };
/** Sums that are lower bounds of what `additive` counts. */
const lower: AdditiveCounting = {
  ...additive,
  fixed: 2,
  isBound: true,
  message: message => additive.message(message) - 1,
};

function straight(counting: AdditiveCounting): PayloadCounter {
  return {
    count(payload) {
      const messages = payload as ReadonlyMap<string, PyValue>[];
      const start = 7 + (counting.opening?.(messages[0]?.get('role')) ?? 0);
      return messages.reduce((sum, message) => sum + counting.message(message), start);
    },
  };
}

function apart(counting: AdditiveCounting, offered = counting): PayloadCounter {
  return { ...straight(counting), additive: () => offered };
}

suite('truncation with a counter whose parts add up', () => {
  test('gives what counting anew after every round gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversations(),
        fc.constantFrom(...formatterTypes),
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom([additive], [opened], [additive, lower] as const, [characters]),
        async (msgs, type, limit, [counting, offered]) => {
          const expected = await fitted(msgs, type, limit, straight(counting));
          assert.deepEqual(await fitted(msgs, type, limit, apart(counting, offered)), expected);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a message that formats to nothing is the first of its list nevertheless: what follows does not lead', async () => {
    const [ann, bob] = [
      { name: 'Ann', role: 'user' },
      { name: 'Bob', role: 'system' },
    ];
    const msgs = [
      { ...ann, content: [] },
      { ...ann, content: '' },
      { ...bob, content: '' },
    ] as Msg[];
    for (const type of formatterTypes)
      assert.deepEqual(await fitted(msgs, type, 22, apart(opened)), await fitted(msgs, type, 22, straight(opened)));
  });

  test('stops when it is cancelled', async () => {
    const msgs = [{ name: 'Ann', role: 'user', content: 'one two three' }];
    const context = { media: new Media(undefined), rules: new ReleaseRules(), warn: () => {} };
    await assert.rejects(
      formatMessages(msgs, formatterTypes[0]!, { maxTokens: 1, counter: apart(additive) }, context, { aborted: true }),
      (error: EngineError) => error.class === 'AbortError',
    );
  });
});

async function fitted(msgs: Msg[], type: (typeof formatterTypes)[number], maxTokens: number, counter: PayloadCounter) {
  const context = { media: new Media(undefined), rules: new ReleaseRules(), warn: () => {} };
  const options = { maxTokens, counter, conversationHistoryPrompt: '# History\n' };
  try {
    const { payload, tokens, outcomes }: FormattedMessages = await formatMessages(msgs, type, options, context);
    // Where a system message would come to lead, its cost is not told by the parts.
    return {
      payload,
      tokens,
      outcomes: outcomes.map(({ tokens: own, ...outcome }, i) => ({
        ...outcome,
        own: leads(msgs, outcomes, i) ? 0 : own,
      })),
    };
  } catch (error) {
    assert(error instanceof EngineError, String(error));
    return `${error.class}: ${error.message}`;
  }
}

function leads(msgs: Msg[], outcomes: FormattedMessages['outcomes'], i: number): boolean {
  const rest = outcomes[i]!.kept ? msgs.filter((_, k) => outcomes[k]!.kept && k !== i) : msgs.filter((_, k) => k !== i);
  const before = outcomes[i]!.kept ? msgs.filter((_, k) => outcomes[k]!.kept) : msgs;
  return rest[0]?.role === 'system' && rest[0] !== before[0];
}

function conversations(): fc.Arbitrary<Msg[]> {
  const word = fc.constantFrom(
    'hello',
    ' ',
    '\n',
    ' \n ',
    '日本',
    '123',
    "don't",
    '</history>',
    '...',
    'ABCdef',
    '\u00a0',
    '',
  );
  const text = fc.array(word, { maxLength: 5 }).map(words => words.join(''));
  const block = fc.oneof(
    { weight: 4, arbitrary: text.map(each => ({ type: 'text', text: each })) },
    text.map(each => ({ type: 'thinking', thinking: each })),
    fc.constant({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }),
    fc.constantFrom('1', '2').map(id => ({ type: 'tool_use', id, name: 'f', input: {} })),
    fc
      .tuple(fc.constantFrom('1', '2'), text)
      .map(([id, each]) => ({ type: 'tool_result', id, name: 'f', output: [{ type: 'text', text: each }] })),
  );
  const content = fc.oneof({ weight: 3, arbitrary: text }, fc.array(block, { maxLength: 3 }));
  const role = fc.constantFrom('user', 'assistant', 'user', 'assistant', 'system');
  const msg = fc.record({ name: fc.constantFrom('Ann', 'Bob', '', '日'), role, content });
  return fc
    .array(msg, { maxLength: 10 })
    .map(msgs => msgs.map(each => ({ ...each, content: fromPlain(each.content) })));
}

function textsOf(value: PyValue): string[] {
  if (typeof value === 'string') return [value];
  if (isPyList(value)) return value.flatMap(textsOf);
  return isPyDict(value) ? [...value.values()].flatMap(textsOf) : [];
}

function countText(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const end = o200kBase.pieceEnd(text, at);
    count += 1 + end - at;
    at = end;
  }
  return count;
}
