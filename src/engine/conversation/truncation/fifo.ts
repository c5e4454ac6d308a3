import { EngineError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { contentBlocksOf, dictOf, type Msg, setRepr } from '../../messages/msg.ts';
import { pyGetItem, pyHashKey } from '../../python/index.ts';

/** What is left after some rounds: the system message at `system` (-1: none) and all messages from `from` on. */
export interface Cut {
  readonly system: number;
  readonly from: number;
}

/** Before the first round: nothing is dropped. */
export function firstCut(msgs: readonly Msg[]): Cut {
  return msgs[0]?.role === 'system' ? { system: 0, from: 1 } : { system: -1, from: 0 };
}

/**
 * `_truncate`: one round of AgentScope's FIFO. Drops the oldest message but a leading system message; if that opens tool
 * calls, everything up to the message that answers the last of them goes with it, and so does the answer of an example.
 * `limit` is the limit as Python prints it. Raises the system's `ValueError`s, and an error of ours where the system would
 * loop for ever because nothing is left to drop.
 */
export function nextCut(msgs: readonly Msg[], { system, from }: Cut, limit: string): Cut {
  if (from >= msgs.length) {
    if (system >= 0)
      throw new EngineError(
        'ValueError',
        `The system prompt message already exceeds the token limit (${limit} tokens).`,
      );
    throw new EngineError(
      'TruncationError',
      `No message is left to drop and the payload still exceeds the token limit (${limit} tokens). AgentScope would try for ever.`,
    );
  }
  const open = new Map<PyValue, PyValue>();
  for (let i = from; i < msgs.length; i++) {
    for (const block of contentBlocksOf(msgs[i]!, 'tool_use')) {
      const id = pyGetItem(block, 'id');
      if (!open.has(pyHashKey(id))) open.set(pyHashKey(id), id);
    }
    // A result without an id is passed over: the system swallows that `KeyError`.
    for (const block of contentBlocksOf(msgs[i]!, 'tool_result'))
      if (dictOf(block).has('id')) open.delete(pyHashKey(pyGetItem(block, 'id')));
    if (open.size > 0 || (msgs[i]!.withNext && i + 1 < msgs.length)) continue;
    // A system message that comes to stand first is safe from the next round on.
    const isSystem = system < 0 && msgs[i + 1]?.role === 'system';
    return isSystem ? { system: i + 1, from: i + 2 } : { system, from: i + 1 };
  }
  throw new EngineError(
    'ValueError',
    `The input messages contains tool call(s) that do not have the corresponding tool result(s): ${setRepr(open.values())}. `,
  );
}

/** The messages that a cut keeps. */
export function keptBy(msgs: readonly Msg[], { system, from }: Cut): Msg[] {
  return system < 0 ? msgs.slice(from) : [msgs[system]!, ...msgs.slice(from)];
}
