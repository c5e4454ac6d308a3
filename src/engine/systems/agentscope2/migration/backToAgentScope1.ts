import { newestRelease } from '../../../core/agentscopeReleases.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Conversation, ConversationMessage } from '../../../messages/conversation.ts';
import { jsonLoads } from '../../../python/index.ts';

/** What a message is split into: results stand in messages of role system in AgentScope 1, and hints in those of a user. */
interface Part {
  readonly name: PyValue;
  readonly role: string;
  readonly blocks: PyDict[];
}

/**
 * A conversation for AgentScope 2 as one of AgentScope 1, to compare payloads: what AgentScope 1 has no block for stays as
 * it is, for its formatters to say so. Every message that comes out has the place of the one it was part of. Linear.
 */
export function backToAgentScope1(conversation: Conversation): Conversation {
  const { context: _, inputTypes: __, agentscopeVersion: ___, ...rest } = conversation;
  return { ...rest, agentscopeVersion: newestRelease, messages: conversation.messages.flatMap(messagesOf) };
}

function messagesOf({ name, role, content, span }: ConversationMessage): ConversationMessage[] {
  if (!isPyList(content)) return [{ name, role, content, span }];
  const parts: Part[] = [];
  const add = (of: Omit<Part, 'blocks'>, ...blocks: PyDict[]) => {
    const last = parts.at(-1);
    if (last && last.role === of.role && last.name === of.name) last.blocks.push(...blocks);
    else parts.push({ ...of, blocks });
  };
  for (const block of content) {
    if (!isPyDict(block)) continue;
    if (block.get('type') === 'tool_result') add({ name: 'system', role: 'system' }, resultOf(block));
    else if (block.get('type') === 'hint')
      add({ name: block.get('source') ?? 'user', role: 'user' }, ...hintOf(block.get('hint') ?? ''));
    else add({ name, role }, blockOf(block));
  }
  if (parts.length === 0) return [{ name, role, content, span }];
  return parts.map(({ blocks, ...part }) => ({ ...part, content: blocks, span }));
}

function blockOf(block: PyDict): PyDict {
  switch (block.get('type')) {
    case 'tool_call':
      return callOf(block);
    case 'data':
      return mediumOf(block);
    default:
      return block;
  }
}

function callOf(block: PyDict): PyDict {
  const input = block.get('input') ?? '';
  const read = typeof input === 'string' ? jsonLoads(input) : undefined;
  return new Map<string, PyValue>([
    ['type', 'tool_use'],
    ['id', block.get('id') ?? null],
    ['name', block.get('name') ?? null],
    ['input', read?.ok && isPyDict(read.value) ? read.value : new Map()],
  ]);
}

function resultOf(block: PyDict): PyDict {
  const output = block.get('output') ?? null;
  return new Map<string, PyValue>([
    ['type', 'tool_result'],
    ['id', block.get('id') ?? null],
    ['name', block.get('name') ?? null],
    ['output', isPyList(output) ? output.map(each => (isPyDict(each) ? blockOf(each) : each)) : output],
  ]);
}

function hintOf(hint: PyValue): PyDict[] {
  if (isPyList(hint)) return hint.filter(isPyDict).map(blockOf);
  return [
    new Map<string, PyValue>([
      ['type', 'text'],
      ['text', hint],
    ]),
  ];
}

/** `image`, `audio` or `video`; any other medium has no block in AgentScope 1. */
function mediumOf(block: PyDict): PyDict {
  const source = block.get('source');
  const mediaType = isPyDict(source) ? source.get('media_type') : undefined;
  const kind = typeof mediaType === 'string' ? mediaType.split('/', 1)[0]! : '';
  if (!isPyDict(source) || !['image', 'audio', 'video'].includes(kind)) return block;
  const url = source.get('url');
  const made: PyDict =
    url === undefined
      ? source
      : new Map<string, PyValue>([
          ['type', 'url'],
          ['url', url],
        ]);
  return new Map<string, PyValue>([
    ['type', kind],
    ['source', made],
  ]);
}
