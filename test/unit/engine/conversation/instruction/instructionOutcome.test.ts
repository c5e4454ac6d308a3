import assert from 'node:assert/strict';
import { instructionOutcome } from '../../../../../src/engine/conversation/instruction/instructionOutcome.ts';
import type { MessageOutcome } from '../../../../../src/engine/messages/formattedMessages.ts';
import type { Msg } from '../../../../../src/engine/messages/msg.ts';

const span = { start: 0, end: 0 };
const say = (role: string, content: string) => ({ name: role, role, content, span });
const instruction = { parser: 'p', text: 'Answer!', place: 'appended', isOurs: true, note: '' } as const;
const written = { messages: [say('system', 'S'), say('user', 'one two'), say('user', 'three')] };
const conversation = { messages: [say('system', 'S Answer!'), ...written.messages.slice(1)] };
/** A token a word. */
const count = async (msgs: readonly Msg[]) => msgs.flatMap(({ content }) => String(content).split(' ')).length;
const kept = { kept: true };
const dropped = { kept: false, step: 1, reason: 'the oldest message' };
const cut = { kept: true, step: 1, reason: 'cut' };

suite('what an instruction costs that was appended', () => {
  for (const [what, outcomes, total, expected] of [
    ['what the whole payload costs more', [kept, kept, kept], 5, { kept: true, tokens: 1 }],
    ['of messages that were dropped it knows nothing', [kept, dropped, kept], 3, { kept: true, tokens: 1 }],
    ['the system message alone, where others were changed', [kept, cut, kept], 99, { kept: true, tokens: 1 }],
    ['nothing, where it was dropped', [dropped, kept, kept], 3, dropped],
    ['unknown, where nothing is counted', [kept, kept, kept], undefined, { kept: true }],
  ] as readonly (readonly [string, MessageOutcome[], number | undefined, MessageOutcome])[])
    test(what, async () => {
      const formatted = { payload: [], outcomes, ...(total !== undefined && { tokens: total }) };
      const own = await instructionOutcome({ conversation, instruction }, written, formatted, count);
      assert.deepEqual(own.instruction?.outcome, expected);
    });

  test('one in a message of its own has that message’s outcome', async () => {
    const formatted = { payload: [], outcomes: [kept, { ...dropped, tokens: 7 }, kept] };
    const own = await instructionOutcome({ conversation, instruction, index: 1 }, written, formatted, count);
    assert.deepEqual([own.instruction?.outcome, own.outcomes], [{ ...dropped, tokens: 7 }, [kept, kept]]);
  });
});
