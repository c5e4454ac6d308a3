import type { Node } from 'jsonc-parser';
import { type AgentScopeRelease, agentscopeReleases, newestRelease } from '../core/agentscopeReleases.ts';
import { type Problem, problem } from '../core/problem.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import { members, readJson, spanOfNode, toPython } from '../json/jsonSource.ts';
import type { Conversation, ConversationMessage } from '../messages/conversation.ts';
import { systemMessageKeys } from '../systems/registry.ts';
import { promotionOptions } from './formatters/promotion.ts';
import { checkMessage } from './messages/checkMessage.ts';
import { formattingFor } from './otherVersions.ts';

/** Characters that a conversation's file may have. */
const maxLength = 50 * 1024 * 1024;

/** What a conversation's file holds; no conversation where it has no list of messages. */
export interface ConversationFile {
  readonly conversation?: Conversation;
  readonly problems: readonly Problem[];
}

/**
 * Reads a `.messages.json` (a list of messages, or an object with `messages`) or a `.messages.jsonl` (one message a
 * line). Refuses only what is not a list of messages: blocks have rules of their own in every formatter, so what is odd
 * about them is a warning. A `.messages.json` that does not look like a conversation, such as a file of translations,
 * has no problems. Never throws.
 */
export function readConversation(text: string, fileName: string): ConversationFile {
  if (text.length > maxLength) {
    const message = 'This file is larger than 50 MB, which is more than ParserLens reads as a conversation.';
    return { problems: [problem('too-large', message, { start: 0, end: 1 })] };
  }
  const file = /\.(jsonl|ndjson)$/i.test(fileName) ? readLines(text) : readWhole(text);
  return file.conversation ? { ...file, conversation: { ...file.conversation, file: fileName } } : file;
}

/** True for a text that begins like a conversation: a list, or an object with `messages`. */
function looksLikeConversation(root: Node): boolean {
  return root.type === 'array' || members(root).some(({ key }) => key.value === 'messages');
}

function readWhole(text: string): ConversationFile {
  const { root, problems: syntax } = readJson(text);
  if (!root) return { problems: syntax };
  if (!looksLikeConversation(root)) return { problems: [] };
  const value = toPython(root, text);
  const problems: Problem[] = [...syntax];
  if (isPyList(value))
    return { conversation: { messages: readMessages(root, value, 0, ruleOf(undefined), problems) }, problems };
  const node = members(root).findLast(({ key }) => key.value === 'messages')?.value;
  const messages = isPyDict(value) ? value.get('messages') : undefined;
  if (!isPyDict(value) || !node || !messages || !isPyList(messages)) {
    const span = spanOfNode(node ?? root);
    return { problems: [...problems, problem('not-a-conversation', '`messages` must be a list of messages.', span)] };
  }
  const options = readOptions(value, root, problems);
  return {
    conversation: {
      ...options,
      messages: readMessages(node, messages, 0, ruleOf(options.agentscopeVersion), problems),
    },
    problems,
  };
}

function readLines(text: string): ConversationFile {
  const problems: Problem[] = [];
  const messages: ConversationMessage[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, end);
    if (line.trim() !== '') {
      const { root, problems: syntax } = readJson(line);
      problems.push(...syntax.map(each => moved(each, start)));
      if (root) messages.push(...readMessage(root, toPython(root, line), start, ruleOf(undefined), problems));
    }
    start = end + 1;
  }
  return { conversation: { messages }, problems };
}

function moved(each: Problem, by: number): Problem {
  return { ...each, span: movedSpan(each.span, by) };
}

/** A problem with its fixes at another place. */
function movedWithFixes(each: Problem, by: number): Problem {
  const fixes = each.fixes?.map(fix => ({
    ...fix,
    edits: fix.edits.map(edit => ({ ...edit, span: movedSpan(edit.span, by) })),
  }));
  return { ...moved(each, by), ...(fixes && { fixes }) };
}

function movedSpan({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

function readMessages(list: Node, values: readonly PyValue[], offset: number, rule: MessageRule, problems: Problem[]) {
  return (list.children ?? []).flatMap((node, i) => readMessage(node, values[i] ?? null, offset, rule, problems));
}

/** What is odd about a message, and whether all of it is kept. */
interface MessageRule {
  readonly keepsAll: boolean;
  check(node: Node, value: PyDict): readonly Problem[];
}

/** The rule of the version that a file is for, the newest release where it is not one that exists. */
function ruleOf(version: string | undefined): MessageRule {
  const formatting = formattingFor(version);
  if (formatting) return { keepsAll: true, check: formatting.checkMessage };
  const release: AgentScopeRelease = agentscopeReleases.find(each => each === version) ?? newestRelease;
  return { keepsAll: false, check: (node, value) => checkMessage(node, value, release) };
}

/** One message, or none where the item is not a message at all. */
function readMessage(
  node: Node,
  value: PyValue,
  offset: number,
  { keepsAll, check }: MessageRule,
  problems: Problem[],
): ConversationMessage[] {
  const span = movedSpan(spanOfNode(node), offset);
  if (!isPyDict(value) || !value.has('role') || !value.has('content')) {
    const message = 'A message is an object with `name`, `role` and `content`.';
    problems.push(problem('not-a-conversation', message, span));
    return [];
  }
  problems.push(...check(node, value).map(each => movedWithFixes(each, offset)));
  const role = value.get('role') ?? null;
  const content = members(node).findLast(({ key }) => key.value === 'content')?.value;
  const blocks = content?.type === 'array' ? (content.children ?? []) : undefined;
  const history = systemMessageKeys.flatMap(key => (value.has(key) ? [[key, value.get(key) ?? null] as const] : []));
  return [
    {
      name: value.has('name') ? (value.get('name') ?? null) : role,
      role: typeof role === 'string' ? role : '',
      content: value.get('content') ?? null,
      span,
      ...(history.length > 0 && { history: new Map(history) }),
      ...(keepsAll && { written: value }),
      ...(blocks && { blockSpans: blocks.map(block => movedSpan(spanOfNode(block), offset)) }),
    },
  ];
}

function readOptions(value: PyDict, root: Node, problems: Problem[]): Omit<Conversation, 'messages'> {
  const wrong = (key: string, expected: string) => {
    const node = members(root).findLast(member => member.key.value === key)?.value ?? root;
    problems.push(problem('wrong-shape', `\`${key}\` must be ${expected}.`, spanOfNode(node)));
  };
  const text = (key: string): string | undefined => {
    const option = value.get(key) ?? null;
    if (typeof option === 'string') return option;
    if (option !== null) wrong(key, 'a text');
    return undefined;
  };
  const [formatter, module, truncation] = [text('formatter'), text('module'), text('truncation')];
  const [agentscopeVersion, parser] = [text('agentscope_version'), text('parser')];
  const promotions = new Map([...value].filter(([key]) => Object.hasOwn(promotionOptions, key)));
  const counter = value.get('token_counter') ?? null;
  if (counter !== null && !isPyDict(counter)) wrong('token_counter', 'an object with a `type`');
  for (const [key, option] of promotions) if (typeof option !== 'boolean') wrong(key, '`true` or `false`');
  const tools = value.get('tools') ?? null;
  if (tools !== null && !isPyList(tools)) wrong('tools', 'a list of tool schemas');
  const processors = value.get('history_processors');
  const prompt = value.get('conversation_history_prompt');
  const maxTokens = value.get('max_tokens');
  const inputTypes = value.get('input_types');
  const context = value.get('context') ?? null;
  if (context !== null && !isPyDict(context)) wrong('context', 'an object');
  const optionSpans = Object.fromEntries(
    members(root).flatMap(({ key, value: option }) =>
      option && key.value !== 'messages' ? [[key.value as string, spanOfNode(option)]] : [],
    ),
  );
  return {
    optionSpans,
    ...(agentscopeVersion !== undefined && { agentscopeVersion }),
    ...(formatter !== undefined && { formatter }),
    ...(promotions.size > 0 && { promotions }),
    ...(module !== undefined && { module }),
    ...(truncation !== undefined && { truncation }),
    ...(parser !== undefined && { parser }),
    ...(processors !== undefined && { historyProcessors: processors }),
    ...(prompt !== undefined && { conversationHistoryPrompt: prompt }),
    ...(isPyDict(counter) && { tokenCounter: counter }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(tools !== null && isPyList(tools) && { tools }),
    ...(inputTypes !== undefined && { inputTypes }),
    ...(isPyDict(context) && { context }),
  };
}
