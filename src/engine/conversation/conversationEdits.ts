import type { Node } from 'jsonc-parser';
import { fromPlain } from '../core/pyValue.ts';
import type { Edit } from '../core/span.ts';
import { members, readJson, spanOfNode } from '../json/jsonSource.ts';
import { toJsonText } from '../python/index.ts';
import type { TokenCounterSpec } from '../tokens/index.ts';

/** Options to write into a conversation's file. Absent ones stay as they are; `null`: no limit. */
export interface ConversationOptionEdits {
  readonly agentscopeVersion?: string;
  readonly formatter?: string;
  readonly tokenCounter?: TokenCounterSpec;
  readonly maxTokens?: number | null;
  readonly truncation?: string;
  /** AgentScope 2: `context_size` of `context`. */
  readonly contextSize?: number;
}

/**
 * The edits that write options into a `.messages.json`: values are replaced where their key is there, else the key
 * comes first in the file; a list of messages becomes an object with `messages`. All other text stays as it is. None
 * for a text that cannot be read.
 */
export function setConversationOptions(text: string, options: ConversationOptionEdits): Edit[] {
  const { root } = readJson(text);
  if (!root || (root.type !== 'object' && root.type !== 'array')) return [];
  const fields = Object.entries({
    agentscope_version: options.agentscopeVersion,
    formatter: options.formatter,
    token_counter: options.tokenCounter,
    max_tokens: options.maxTokens,
    truncation: options.truncation,
  }).filter(([, value]) => value !== undefined);
  const edits: Edit[] = [];
  const added: string[] = [];
  if (options.contextSize !== undefined) {
    const context = members(root).findLast(member => member.key.value === 'context')?.value;
    if (context?.type === 'object') edits.push(contextSizeEdit(context, options.contextSize));
    else added.push(`"context": { "context_size": ${options.contextSize} }`);
  }
  for (const [key, value] of fields) {
    const written = toJsonText(fromPlain(value), 0);
    const node = members(root).findLast(member => member.key.value === key)?.value;
    if (node) edits.push({ span: spanOfNode(node), text: written });
    else if (value !== null) added.push(`"${key}": ${written}`);
  }
  if (added.length === 0) return edits;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = /^[ \t]+(?=["[{\]}])/m.exec(text)?.[0] ?? '  ';
  const lines = added.map(member => `${eol}${unit}${member},`).join('');
  const { start, end } = spanOfNode(root);
  if (root.type === 'object') {
    // An object in one line stays in one line.
    const inLine = !text.slice(start, end).includes('\n');
    return [{ span: { start: start + 1, end: start + 1 }, text: inLine ? ` ${added.join(', ')},` : lines }, ...edits];
  }
  return [
    { span: { start, end: start }, text: `{${lines}${eol}${unit}"messages": ` },
    { span: { start: end, end }, text: `${eol}}` },
  ];
}

function contextSizeEdit(context: Node, size: number): Edit {
  const node = members(context).findLast(member => member.key.value === 'context_size')?.value;
  if (node) return { span: spanOfNode(node), text: String(size) };
  const at = spanOfNode(context).start + 1;
  const comma = (context.children ?? []).length > 0 ? ',' : ' ';
  return { span: { start: at, end: at }, text: ` "context_size": ${size}${comma}` };
}
