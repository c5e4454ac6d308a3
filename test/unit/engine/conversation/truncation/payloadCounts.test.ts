import assert from 'node:assert/strict';
import { anthropicFormatters } from '../../../../../src/engine/conversation/formatters/anthropic.ts';
import type { FormatContext, ProviderStyle } from '../../../../../src/engine/conversation/formatters/formatter.ts';
import { formatChat, formatMultiAgent } from '../../../../../src/engine/conversation/formatters/multiAgent.ts';
import { openaiFormatters } from '../../../../../src/engine/conversation/formatters/openai.ts';
import { type Cut, firstCut, keptBy } from '../../../../../src/engine/conversation/truncation/fifo.ts';
import { historyCounts } from '../../../../../src/engine/conversation/truncation/historyCounts.ts';
import { PayloadCounts } from '../../../../../src/engine/conversation/truncation/payloadCounts.ts';
import { ReleaseRules } from '../../../../../src/engine/core/agentscopeReleases.ts';
import { fromPlain } from '../../../../../src/engine/core/pyValue.ts';
import { Media } from '../../../../../src/engine/messages/media.ts';
import type { Msg } from '../../../../../src/engine/messages/msg.ts';
import type { AdditiveCounting } from '../../../../../src/engine/tokens/counting.ts';
import { createTokenCounter } from '../../../../../src/engine/tokens/createTokenCounter.ts';

const context: FormatContext = {
  media: new Media(undefined),
  rules: new ReleaseRules(),
  promotes: new Set(),
  warn: () => {},
};
const counter = createTokenCounter('CharTokenCounter');
const counting = counter.additive!() as AdditiveCounting;
// What it quotes is escaped beside a double quote, so that texts cost more together than apart.
const prompt = "# Ann's History\n";
const anthropic = anthropicFormatters[0]!.style!;
const openai = openaiFormatters[0]!.style!;

/** Messages by letters: a system message, two speakers, an image, a call, and one of role system with a text. */
const kinds: Readonly<Record<string, Omit<Msg, 'name'>>> = {
  s: { role: 'system', content: "Don't." },
  u: { role: 'user', content: 'Hello, you.' },
  a: { role: 'assistant', content: 'Say "hi"!' },
  i: {
    role: 'user',
    content: fromPlain([
      { type: 'text', text: 'Look' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    ]),
  },
  c: { role: 'assistant', content: fromPlain([{ type: 'tool_use', id: '1', name: 'f', input: {} }]) },
  t: {
    role: 'system',
    content: fromPlain([
      { type: 'text', text: 'now' },
      { type: 'tool_use', id: '1', name: 'f', input: {} },
    ]),
  },
};
const messagesOf = (letters: string): Msg[] => [...letters].map((letter, i) => ({ name: `n${i}`, ...kinds[letter]! }));

/** All words of these letters with up to so many. */
function wordsOf(letters: string, length: number): string[] {
  const shorter = length > 1 ? wordsOf(letters, length - 1) : [''];
  return [...new Set([...shorter, ...shorter.flatMap(word => [...letters].map(letter => word + letter))])];
}

async function check(letters: string, style: ProviderStyle, multiAgent: boolean): Promise<void> {
  const msgs = messagesOf(letters);
  const straight = (kept: readonly Msg[]) =>
    (multiAgent ? formatMultiAgent(kept, style, prompt, context) : formatChat(kept, style, context)).then(payload =>
      counter.count(payload),
    );
  const counts = new PayloadCounts(msgs, { style, context, ...(multiAgent && { prompt }) }, counting);
  const { system, from: first } = firstCut(msgs);
  for (let from = first; from <= msgs.length; from++) {
    const cut: Cut = { system, from };
    const all = await straight(keptBy(msgs, cut));
    const place = `${letters} from ${from}, ${multiAgent ? 'MultiAgent' : 'Chat'}`;
    assert.equal(await counts.of(cut), all, place);
    for (const i of [...(system < 0 ? [] : [system]), ...msgs.keys()].filter(i => i === system || i >= from)) {
      const kept = msgs.filter((_, k) => k !== i && (k === system || k >= from));
      assert.equal(await counts.tokensOf(i, cut), all - (await straight(kept)), `${place}, without ${i}`);
    }
  }
}

suite('counts of what a cut leaves, put together from parts', () => {
  for (const [what, style, multiAgent, letters] of [
    ['a Chat class', openai, false, ['', 'u', 'su', 'suat', 'uiat']],
    ['a Chat class in which the first place matters', anthropic, false, ['s', 'st', 'stt', 'sut', 'tt', 'utu', 'stiu']],
    [
      'histories and tool sequences',
      openai,
      true,
      [
        '',
        's',
        ...wordsOf('uc', 3),
        'ucuc',
        'cucu',
        'uccu',
        'uca',
        'acu',
        'caca',
        'ucaca',
        ...wordsOf('uc', 2).map(word => `s${word}`),
      ],
    ],
    ['the same, where the first place matters', anthropic, true, [...wordsOf('uc', 3), 'suc', 'scuc', 'sucuu']],
    ['histories with media', openai, true, ['iu', 'uiu', 'ici', 'suic', 'uciu']],
  ] as const)
    test(what, async () => {
      for (const word of letters) await check(word, style, multiAgent);
    });
});

test('what a message costs is not told where a system message would lead without it', async () => {
  const counts = new PayloadCounts(messagesOf('ut'), { style: openai, context, prompt }, counting);
  assert.equal(await counts.tokensOf(0, { system: -1, from: 0 }), undefined);
});

suite('a history taken apart by its lines', () => {
  const history = async (msgs: readonly Msg[]) => {
    const [message] = await openai.conversation(msgs, prompt, context);
    return message ? counting.message(message) : 0;
  };

  test('tells what every message costs', async () => {
    const msgs = messagesOf('uaua');
    const counts = await historyCounts(msgs, prompt, openai, context, counting);
    assert.equal(counts?.total, await history(msgs));
    for (const i of msgs.keys()) {
      assert.equal(counts?.from(i), await history(msgs.slice(i)));
      assert.equal(counts?.without(i), await history(msgs.filter((_, k) => k !== i)));
    }
  });

  test('without any line there is no message', async () => {
    const counts = await historyCounts(messagesOf('u'), prompt, openai, context, counting);
    assert.deepEqual([counts?.from(1), counts?.without(0)], [0, 0]);
  });

  for (const [what, letters, by] of [
    ['media reach the payload', 'ui', counting],
    ['nothing is in it', '', counting],
    ['the counter cannot be taken apart', 'ua', { fixed: 0, message: () => 1 }],
  ] as const)
    test(`is not taken apart where ${what}`, async () =>
      assert.equal(await historyCounts(messagesOf(letters), prompt, openai, context, by), undefined));
});
