import type { Node } from 'jsonc-parser';
import { type AgentScopeRelease, isSince } from '../../core/agentscopeReleases.ts';
import { EngineError } from '../../core/errors.ts';
import { type Problem, problem } from '../../core/problem.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { members, spanOfNode } from '../../json/jsonSource.ts';
import { decodeBase64 } from '../../text/index.ts';
import { unknownBlock } from '../otherVersions.ts';

const roles = ['user', 'assistant', 'system'];

/** The keys that formatters read of each type of block. */
const blockKeys: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  thinking: ['thinking'],
  image: ['source'],
  audio: ['source'],
  video: ['source'],
  tool_use: ['id', 'name', 'input'],
  tool_result: ['id', 'name', 'output'],
};

/** What is odd about a message in a release of AgentScope, at its place. The message is read all the same. */
export function checkMessage(node: Node, message: PyDict, release: AgentScopeRelease): Problem[] {
  const problems: Problem[] = [];
  const role = message.get('role');
  if (typeof role !== 'string' || !roles.includes(role)) {
    const hint = role === 'tool' ? ' A tool result is a `tool_result` block of a `system` message.' : '';
    const text = `\`role\` must be \`user\`, \`assistant\` or \`system\`.${hint}`;
    problems.push(problem('unknown-role', text, placeOf(node, 'role')));
  }
  if (!message.has('name')) {
    const text = 'This message has no `name`; its role is used instead.';
    problems.push(problem('missing-name', text, placeOf(node, 'role')));
  }
  const content = message.get('content') ?? null;
  const place = memberNode(node, 'content');
  if (isPyList(content))
    content.forEach((block, i) => {
      problems.push(...checkBlock(place?.children?.[i] ?? node, block, release));
    });
  else if (typeof content !== 'string') {
    const text = `\`content\` must be a text or a list of blocks, not ${pyTypeName(content)}.`;
    problems.push(problem('incomplete-block', text, placeOf(node, 'content')));
  }
  return problems;
}

function checkBlock(node: Node, block: PyValue, release: AgentScopeRelease): Problem[] {
  if (!isPyDict(block)) return [problem('incomplete-block', 'A block is an object with a `type`.', spanOfNode(node))];
  const type = block.get('type');
  if (typeof type !== 'string') return [problem('incomplete-block', 'This block has no `type`.', spanOfNode(node))];
  const keys = Object.hasOwn(blockKeys, type) ? blockKeys[type]! : undefined;
  if (!keys) {
    const span = placeOf(node, 'type');
    const { message, near } = unknownBlock(type, Object.keys(blockKeys));
    const fixes =
      near === undefined
        ? undefined
        : [{ title: `Change to "${near}"`, edits: [{ span, text: JSON.stringify(near) }] }];
    return [problem('incomplete-block', message, span, fixes)];
  }
  const missing = keys.filter(key => !block.has(key));
  if (missing.length > 0) {
    const text = `A \`${type}\` block needs \`${missing.join('`, `')}\`.`;
    return [problem('incomplete-block', text, placeOf(node, 'type'))];
  }
  const output = block.get('output');
  if (type === 'tool_result' && typeof output === 'string') {
    if (isSince(release, '1.0.1')) return [];
    const text =
      'Before AgentScope 1.0.1 most formatters raise on an `output` that is a text. Write it as a list with one `text` block.';
    return output === '' ? [] : [problem('incomplete-block', text, placeOf(node, 'output'))];
  }
  if (isPyList(output)) {
    const items = memberNode(node, 'output')?.children ?? [];
    return output.flatMap((each, i) => checkBlock(items[i] ?? node, each, release));
  }
  return keys.includes('source') ? checkSource(memberNode(node, 'source') ?? node, block.get('source') ?? null) : [];
}

function checkSource(node: Node, source: PyValue): Problem[] {
  const type = isPyDict(source) ? (source.get('type') ?? null) : null;
  if (!isPyDict(source) || (type !== 'url' && type !== 'base64')) {
    const text = 'A `source` is `{ "type": "url", "url" }` or `{ "type": "base64", "media_type", "data" }`.';
    return [problem('incomplete-block', text, spanOfNode(node))];
  }
  const missing = (type === 'url' ? ['url'] : ['media_type', 'data']).filter(
    key => typeof source.get(key) !== 'string',
  );
  if (missing.length > 0)
    return [problem('incomplete-block', `This \`source\` needs \`${missing.join('`, `')}\`.`, spanOfNode(node))];
  if (type === 'url') return [];
  try {
    decodeBase64(source.get('data') as string);
    return [];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [problem('bad-base64', `This is not valid base64: ${error.message}.`, placeOf(node, 'data'))];
  }
}

function memberNode(node: Node, key: string): Node | undefined {
  return members(node).findLast(member => member.key.value === key)?.value;
}

function placeOf(node: Node, key: string) {
  return spanOfNode(memberNode(node, key) ?? node);
}
