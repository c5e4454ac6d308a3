import { EngineError } from '../../../core/errors.ts';
import type { Host } from '../../../core/host.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { ConversationMessage } from '../../../messages/conversation.ts';
import type { ShortenedConversation, Truncate } from '../../../messages/truncation.ts';
import { deepCopy, type HistoryEntry, type HistoryItem } from './historyProcessors/historyEntry.ts';
import { type HistoryProcessor, readHistoryProcessors } from './historyProcessors/readHistoryProcessors.ts';

/**
 * SWE-agent's history processors over a conversation, as it runs them before every query, whatever the limit. Where a
 * message does not say its `message_type`, those of the user and with a tool's result are observations, of which
 * SWE-agent takes the first for the task, and those of the assistant are actions. Raises what SWE-agent raises.
 */
export async function shortenConversation(
  messages: readonly ConversationMessage[],
  config: PyValue | undefined,
  host: Host,
): Promise<ShortenedConversation> {
  const entries = messages.map(message => entryOf(message));
  const inferred = messages.filter(message => !message.history?.has('message_type')).length;
  const { items, remarks } = await processHistory(entries, readHistoryProcessors(config), host);
  const reasons = new Map<number, string>();
  for (const [index, texts] of remarks) {
    const isInferred = messages[index]?.history?.has('message_type') !== true;
    const note = isInferred
      ? ` Taken for \`${String(entries[index]?.get('message_type'))}\`, as it has no \`message_type\`.`
      : '';
    reasons.set(index, texts.join(' ') + note);
  }
  const kept = items.map(({ index, entry }) => {
    const message = messages[index]!;
    return { index, message: { ...message, content: contentOf(message.content, entry.get('content') ?? null) } };
  });
  const warnings =
    inferred > 0 && (config === undefined || isPyList(config))
      ? [
          `${inferred} of ${messages.length} messages have no \`message_type\`: the first of the user was taken for the task, later ones of the user or with a tool's result for observations.`,
        ]
      : [];
  return { kept, reasons, warnings };
}

/** SWE-agent counts no tokens: a request that is too long ends its run. */
export const sweAgentEnds: Truncate = (_, { tokens, limit }) => {
  throw new EngineError(
    'ContextWindowExceededError',
    `The payload has ${tokens} tokens after the history processors, more than the limit of ${limit}. SWE-agent's processors look at no limit: its run ends here (exit_context).`,
  );
};

/** A message as an entry of SWE-agent's history. */
function entryOf(message: ConversationMessage): HistoryEntry {
  const result = resultOf(message.content);
  const calls = callsOf(message.content);
  const entry: HistoryEntry = new Map<string, PyValue>([
    ['role', result ? 'tool' : message.role],
    ['content', result ? (result.get('output') ?? '') : partsOf(message.content)],
    ['agent', 'main'],
    ['message_type', inferredType(message.role, result !== undefined)],
    ...(calls.length > 0 ? [['tool_calls', calls] as const] : []),
  ]);
  for (const [key, value] of message.history ?? []) entry.set(key, value);
  return deepCopy(entry);
}

function inferredType(role: string, isResult: boolean): string {
  if (isResult || role === 'user') return 'observation';
  return role === 'assistant' ? 'action' : 'system_prompt';
}

/** The tool's result that is all of a content. */
function resultOf(content: PyValue): PyDict | undefined {
  const [only, ...more] = isPyList(content) ? content : [];
  return only !== undefined && more.length === 0 && isPyDict(only) && only.get('type') === 'tool_result'
    ? only
    : undefined;
}

function callsOf(content: PyValue): readonly PyDict[] {
  const blocks = isPyList(content) ? content.filter(isPyDict) : [];
  return blocks
    .filter(block => block.get('type') === 'tool_use')
    .map(block => new Map([['function', new Map([['name', block.get('name') ?? null]])]]));
}

/** A content as SWE-agent counts it: images are `image_url` parts, which keep the block that they are. */
function partsOf(content: PyValue): PyValue {
  if (!isPyList(content)) return content;
  return content.map(block =>
    isPyDict(block) && block.get('type') === 'image'
      ? new Map<string, PyValue>([
          ['type', 'image_url'],
          ['block', block],
        ])
      : block,
  );
}

/** The content that a processed entry has, as the blocks of a message. Marks of `cache_control` are not text and stay out. */
function contentOf(before: PyValue, after: PyValue): PyValue {
  const result = resultOf(before);
  if (result) {
    const output = isPyList(after) ? after.map(blockOf) : after;
    return [new Map(result).set('output', output)];
  }
  if (!isPyList(after)) return after;
  const blocks = after.map(blockOf);
  const [only] = blocks;
  // A text that was only marked is a text again.
  if (typeof before === 'string' && blocks.length === 1 && only !== undefined && isPyDict(only))
    return only.get('type') === 'text' ? (only.get('text') ?? null) : blocks;
  return blocks;
}

function blockOf(part: PyValue): PyValue {
  if (!isPyDict(part)) return part;
  const own = part.get('block');
  if (part.get('type') === 'image_url' && own !== undefined) return own;
  const image = part.get('image_url');
  const url = isPyDict(image) ? /^data:([^;]+);base64,(.*)$/s.exec(String(image.get('url'))) : null;
  if (url)
    return new Map<string, PyValue>([
      ['type', 'image'],
      [
        'source',
        new Map([
          ['type', 'base64'],
          ['media_type', url[1] ?? ''],
          ['data', url[2] ?? ''],
        ]),
      ],
    ]);
  return new Map([...part].filter(([key]) => key !== 'cache_control'));
}

/** A history after its processors, and what was done to which entry of it. */
interface ProcessedHistory {
  readonly items: readonly HistoryItem[];
  /** By the entry's index in the original history; one text for each processor that touched it. */
  readonly remarks: ReadonlyMap<number, readonly string[]>;
}

/**
 * Runs processors over a history, one after another. They change entries in place where SWE-agent's do, so that a stored
 * history carries their traces into the next query. Raises what SWE-agent raises.
 */
export async function processHistory(
  entries: readonly HistoryEntry[],
  processors: readonly HistoryProcessor[],
  host: Host,
): Promise<ProcessedHistory> {
  const remarks = new Map<number, string[]>();
  const remark = (index: number, text: string) => {
    const texts = remarks.get(index);
    if (texts) texts.push(text);
    else remarks.set(index, [text]);
  };
  let items: readonly HistoryItem[] = entries.map((entry, index) => ({ index, entry }));
  for (const { process } of processors) items = await process(items, remark, host);
  return { items, remarks };
}
