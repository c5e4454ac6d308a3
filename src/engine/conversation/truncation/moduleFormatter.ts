import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName, toPlain } from '../../core/pyValue.ts';
import { contentBlocksOf, type Msg } from '../../messages/msg.ts';
import type { ConversationModule, Decision, Draft, Truncate } from '../../messages/truncation.ts';
import { runModule } from '../../modules/index.ts';
import { jsonEquals } from '../../python/index.ts';
import { groupMessages, type Run } from '../formatters/multiAgent.ts';
import type { MessageFormat } from './messageFormat.ts';

/** A message as a module sees it. `id` is its place in the conversation, counted from 0; one that truncation wrote has none. */
interface PlainMessage {
  readonly id?: string;
  readonly name: unknown;
  readonly role: string;
  readonly content: unknown;
}

/**
 * A formatter of the user's own: `format` alone, as a subclass of `FormatterBase` has it, or what AgentScope asks of a
 * subclass of `TruncatedFormatterBase`; then the order of the parts and their grouping are `_format`'s, and a hook that is
 * absent does what the base class does. What a module makes of a run of messages is kept: it is asked again only
 * for a run that truncation changed.
 */
export function moduleFormat(own: ConversationModule, all: readonly Msg[]): MessageFormat {
  const ids = new Map(all.map((msg, index) => [msg, String(index)]));
  const plain = new WeakMap<Msg, PlainMessage>();
  const made = new WeakMap<
    Msg,
    { readonly msgs: readonly Msg[]; readonly isFirst: boolean; readonly payload: PyDict[] }
  >();
  const plainOf = (msg: Msg): PlainMessage => {
    const message = plain.get(msg) ?? plainMessage(msg, ids.get(msg));
    plain.set(msg, message);
    return message;
  };
  let names: Promise<ReadonlySet<string>> | undefined;
  const has = async (name: string): Promise<boolean> => {
    names ??= functionsOf(own);
    return (await names).has(name);
  };
  const formatRun = async ({ kind, msgs }: Run, isFirst: boolean): Promise<PyDict[]> => {
    const before = made.get(msgs[0]!);
    if (before?.isFirst === isFirst && isSame(before.msgs, msgs)) return before.payload;
    const [hook, name] =
      kind === 'tool_sequence'
        ? ['_format_tool_sequence', 'formatToolSequence']
        : ['_format_agent_message', 'formatAgentMessage'];
    if (!(await has(name))) throw new EngineError('NotImplementedError', `${hook} is not implemented`);
    const list = msgs.map(plainOf);
    const payload =
      kind === 'tool_sequence'
        ? await callForList(own, 'formatToolSequence', [list])
        : await callForList(own, 'formatAgentMessage', [list, isFirst]);
    made.set(msgs[0]!, { msgs, isFirst, payload });
    return payload;
  };
  const system = new WeakMap<Msg, PyDict>();
  return {
    isOpaque: true,
    async format(msgs) {
      if (await has('format')) return callForList(own, 'format', [msgs.map(plainOf)]);
      const payload: PyDict[] = [];
      const [first] = msgs;
      if (first?.role === 'system') {
        const make = async () =>
          (await has('formatSystemMessage'))
            ? dictOf(await call(own, 'formatSystemMessage', [plainOf(first)]), 'formatSystemMessage')
            : usualSystemMessage(first);
        const message = system.get(first) ?? (await make());
        system.set(first, message);
        payload.push(message);
      }
      let isFirst = true;
      const rest = payload.length > 0 ? msgs.slice(1) : msgs;
      for (const run of (await has('groupMessages')) ? await ownGroups(own, rest, plainOf) : groupMessages(rest)) {
        payload.push(...(await formatRun(run, isFirst)));
        if (run.kind === 'agent_message') isFirst = false;
      }
      return payload;
    },
  };
}

/** `_group_messages` of the user's own: runs of the messages that it was given, known by their `id`. */
async function ownGroups(
  own: ConversationModule,
  msgs: readonly Msg[],
  plainOf: (msg: Msg) => PlainMessage,
): Promise<readonly Run[]> {
  // One that truncation wrote has no place in the conversation; here it needs a name all the same.
  const ids = new Map(msgs.map((msg, i) => [plainOf(msg).id ?? `+${i}`, msg]));
  const messages = [...ids].map(([id, msg]) => ({ ...plainOf(msg), id }));
  const groups = await callForList(own, 'groupMessages', [messages]);
  return groups.flatMap((group): readonly Run[] => {
    const kind = group.get('kind');
    const list = group.get('msgs');
    if ((kind !== 'tool_sequence' && kind !== 'agent_message') || !isPyList(list))
      throw new EngineError(
        'ModuleValueError',
        'A group of `groupMessages` needs a `kind`, "tool_sequence" or "agent_message", and a list `msgs`.',
      );
    const run = list.map(each => {
      const msg = isPyDict(each) ? ids.get(String(each.get('id'))) : undefined;
      if (msg) return msg;
      throw new EngineError('ModuleValueError', '`groupMessages` must give the messages that it was given.');
    });
    return run.length > 0 ? [{ kind, msgs: run }] : [];
  });
}

/** `_format_system_message` of the base class: the text blocks as they are. */
function usualSystemMessage(msg: Msg): PyDict {
  return new Map<string, PyValue>([
    ['role', 'system'],
    ['content', [...contentBlocksOf(msg, 'text')]],
  ]);
}

/** True where the module exports a function `truncate`. */
export async function hasTruncate(own: ConversationModule): Promise<boolean> {
  return (await functionsOf(own)).has('truncate');
}

/** The names of the functions that a module exports. */
export async function functionsOf({ module, file, host }: ConversationModule): Promise<ReadonlySet<string>> {
  const { value } = await runModule({ module, file, args: [], kind: 'value' }, host);
  const exports = isPyDict(value) ? [...value] : [];
  return new Set(exports.flatMap(([name, type]) => (type === 'function' ? [String(name)] : [])));
}

/** Rounds beyond one for each message. */
const spareRounds = 100;

/**
 * `_truncate` of the user's own: called with the messages until their payload fits. It gives those that are left, as
 * they were or changed; they are known by their `id`. Raises an error of ours where it would be called for ever.
 */
export function moduleTruncate(own: ConversationModule): Truncate {
  let step = 0;
  let rounds: number | undefined;
  return async (drafts, { limit }) => {
    step++;
    rounds ??= drafts.length + spareRounds;
    const list = drafts.map(({ msg, index }) => plainMessage(msg, index === undefined ? undefined : String(index)));
    const kept = await callForList(own, 'truncate', [list]);
    const before = new Map(
      drafts.flatMap(draft => (draft.index === undefined ? [] : [[String(draft.index), draft] as const])),
    );
    const decisions: Decision[] = [];
    const next = kept.map((dict, place): Draft => {
      const msg = msgOf(dict, place);
      const id = dict.get('id');
      const old = typeof id === 'string' ? before.get(id) : undefined;
      if (typeof id === 'string') before.delete(id);
      if (old?.index === undefined) return { msg };
      if (isUnchanged(old.msg, msg)) return old;
      decisions.push({ index: old.index, kept: true, step, reason: 'changed by the module' });
      return { msg, index: old.index };
    });
    for (const { index } of before.values())
      decisions.push({ index: index!, kept: false, step, reason: 'dropped by the module' });
    const isSameAgain =
      decisions.length === 0 &&
      isSame(
        next.map(({ index }) => index),
        drafts.map(({ index }) => index),
      );
    if (isSameAgain || step > rounds) {
      const what = isSameAgain ? 'gave the same messages again' : `was called ${step} times`;
      throw new EngineError(
        'TruncationError',
        `\`truncate\` of \`${own.module}\` ${what}, and the payload still exceeds the token limit (${limit} tokens).`,
      );
    }
    return { drafts: next, decisions };
  };
}

async function call(
  { module, file, host }: ConversationModule,
  name: string,
  args: readonly unknown[],
): Promise<PyValue> {
  return (await runModule({ module, file, export: name, args, kind: 'function' }, host)).value;
}

async function callForList(own: ConversationModule, name: string, args: readonly unknown[]): Promise<PyDict[]> {
  const value = await call(own, name, args);
  if (isPyList(value)) return value.map(each => dictOf(each, name));
  throw new EngineError('ModuleValueError', `\`${name}\` must give a list of messages, not ${pyTypeName(value)}.`);
}

function dictOf(value: PyValue, name: string): PyDict {
  if (isPyDict(value)) return value;
  throw new EngineError('ModuleValueError', `A message of \`${name}\` must be an object, not ${pyTypeName(value)}.`);
}

function plainMessage({ name, role, content }: Msg, id: string | undefined): PlainMessage {
  return { ...(id !== undefined && { id }), name: toPlain(name), role, content: toPlain(content) };
}

function msgOf(dict: PyDict, place: number): Msg {
  const role = dict.get('role') ?? null;
  const content = dict.get('content') ?? null;
  if (
    typeof role !== 'string' ||
    !['user', 'assistant', 'system'].includes(role) ||
    (typeof content !== 'string' && !isPyList(content))
  )
    throw new EngineError(
      'ModuleValueError',
      `Item ${place} of what \`truncate\` gave is not a message: it needs a \`role\` and a \`content\`.`,
    );
  return { name: dict.get('name') ?? role, role, content };
}

function isUnchanged(one: Msg, other: Msg): boolean {
  return one.role === other.role && jsonEquals(one.name, other.name) && jsonEquals(one.content, other.content);
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, i) => each === others[i]);
}
