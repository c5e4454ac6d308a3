import type { PyDict } from '../../core/pyValue.ts';
import { hasToolBlocks, type Msg } from '../../messages/msg.ts';
import type { FormatContext, ProviderStyle } from './formatter.ts';

/** A maximal run of messages that either all hold tool blocks or all do not. Roles play no part. */
export interface Run {
  readonly kind: 'tool_sequence' | 'agent_message';
  readonly msgs: readonly Msg[];
}

/**
 * `_group_messages`. Raises `KeyError` for a block without a type; like the system's generator only when it comes to
 * that message, so that what is wrong with an earlier run is raised first.
 */
export function* groupMessages(msgs: readonly Msg[]): Generator<Run> {
  let run: { kind: Run['kind']; msgs: Msg[] } | undefined;
  for (const msg of msgs) {
    const kind = hasToolBlocks(msg) ? 'tool_sequence' : 'agent_message';
    if (run?.kind === kind) run.msgs.push(msg);
    else {
      if (run) yield run;
      run = { kind, msgs: [msg] };
    }
  }
  if (run) yield run;
}

/** What a Chat class makes of one message. */
export interface ChatMessages {
  readonly own: readonly PyDict[];
  /** What it makes of the messages that it puts behind this one, in their order. */
  readonly promoted: readonly PyDict[];
}

/** Formats one message of a Chat class, and what is promoted out of it. */
export async function chatMessages(
  msg: Msg,
  index: number,
  style: ProviderStyle,
  context: FormatContext,
): Promise<ChatMessages> {
  const behind: Msg[] = [];
  const own = await style.chat(msg, index, context, each => behind.unshift(each));
  const promoted: PyDict[] = [];
  // They hold no results, so nothing is promoted out of them.
  for (const each of behind) promoted.push(...(await style.chat(each, index + 1, context, () => {})));
  return { own, promoted };
}

/** The payload of a tool sequence: what the Chat class makes of it, on its own. */
export async function formatChat(
  msgs: readonly Msg[],
  style: ProviderStyle,
  context: FormatContext,
): Promise<PyDict[]> {
  const payload: PyDict[] = [];
  for (const [index, msg] of msgs.entries()) {
    const { own, promoted } = await chatMessages(msg, index, style, context);
    payload.push(...own, ...promoted);
  }
  return payload;
}

/** `_format` of the MultiAgent classes: a leading system message, then run after run; the prompt stands before the first history, also if that turns out empty. */
export async function formatMultiAgent(
  msgs: readonly Msg[],
  style: ProviderStyle,
  prompt: string,
  context: FormatContext,
): Promise<PyDict[]> {
  const payload: PyDict[] = [];
  const hasSystem = msgs[0]?.role === 'system';
  if (hasSystem) payload.push(style.system(msgs[0]!, context));
  let nextPrompt = prompt;
  for (const run of groupMessages(hasSystem ? msgs.slice(1) : msgs)) {
    if (run.kind === 'tool_sequence') payload.push(...(await formatChat(run.msgs, style, context)));
    else {
      payload.push(...(await style.conversation(run.msgs, nextPrompt, context)));
      nextPrompt = '';
    }
  }
  return payload;
}
