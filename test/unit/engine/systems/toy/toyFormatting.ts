import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { type PyDict, type PyValue, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import type { ConversationFormatting } from '../../../../../src/engine/messages/conversationFormatting.ts';
import type { FormatResult } from '../../../../../src/engine/messages/formatResult.ts';

const version = 'toy-1';

/** How the toy formats conversations: a line of who says what for each message. */
export const toyFormatting: ConversationFormatting = {
  system: 'Toy',
  versions: [version],
  versionNote: '`toy-1` is the toy.',
  formatters: [{ name: 'ToyFormatter', provider: 'Toy', multiAgent: false }],
  renamed: {},
  blocks: {},
  insteadOf: {},
  keys: {},
  isFor: each => each === version,
  checkMessage: () => [],
  limit: () => undefined,
  check: () => [],
  async format({ formatter }, _options, { instruct, outcome }): Promise<FormatResult> {
    try {
      if (formatter !== 'ToyFormatter') throw new EngineError('ToyError', `There is no formatter ${formatter}.`);
      const instructed = await instruct();
      const payload = instructed.conversation.messages.map(
        ({ name, content }): PyDict =>
          new Map<string, PyValue>([
            ['who', name],
            ['says', content],
          ]),
      );
      const formatted = { payload, outcomes: payload.map(() => ({ kept: true })) };
      const { outcomes, instruction } = await outcome(instructed, formatted, async () => undefined);
      return {
        ok: true,
        payload: payload.map(toPlain),
        exactPayload: payload,
        warnings: [],
        perMessage: outcomes,
        ...(instruction && { instruction }),
        agentscopeVersion: version,
        releaseRules: [],
      };
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      const className = error instanceof EngineError ? error.class : 'Error';
      return { ok: false, error: { class: className, message }, agentscopeVersion: version };
    }
  },
  loaded: message => message,
  contextSizeFor: (_, threshold) => threshold,
  migrate: () => undefined,
  backToFirst: conversation => conversation,
};
