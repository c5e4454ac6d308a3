import type { Node } from 'jsonc-parser';
import { type Problem, problem } from '../../../core/problem.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { members, spanOfNode } from '../../../json/jsonSource.ts';
import { blockClasses, blockFields, blockWords, messageFields } from './block.ts';
import { asLoaded, MsgValidationError, readMsg } from './readMsg.ts';

/** What is odd about a message for AgentScope 2, at its place: what loading refuses, and what it drops without a word. */
export function checkMessage2(node: Node, message: PyDict): Problem[] {
  const problems: Problem[] = [];
  const content = message.get('content');
  const place = memberNode(node, 'content') ?? node;
  for (const { key } of members(node))
    if (!messageFields.includes(String(key.value))) problems.push(droppedKey(String(key.value), key, 'a message'));
  if (typeof content === 'string') {
    const text = '`content` is a list of blocks in AgentScope 2; only its constructors take a text, as is done here.';
    const edits = [{ span: spanOfNode(place), text: `[{ "type": "text", "text": ${JSON.stringify(content)} }]` }];
    problems.push(problem('incomplete-block', text, spanOfNode(place), [{ title: 'Write it as a block', edits }]));
  }
  const blocks = isPyList(content) ? content : [];
  for (const [i, block] of blocks.entries()) problems.push(...checkBlock(place.children?.[i] ?? node, block));
  return [...problems, ...refusals(node, message)];
}

function checkBlock(node: Node, block: PyValue): Problem[] {
  const type = isPyDict(block) ? block.get('type') : undefined;
  const fields = typeof type === 'string' && Object.hasOwn(blockFields, type) ? blockFields[type] : undefined;
  if (!fields) return [];
  return members(node).flatMap(({ key }) =>
    fields.includes(String(key.value)) ? [] : [droppedKey(String(key.value), key, `a \`${type}\` block`)],
  );
}

function droppedKey(key: string, node: Node, what: string): Problem {
  const more = key === 'timestamp' ? ' `created_at` becomes the time of loading.' : '';
  return problem('dropped-key', `AgentScope 2 drops \`${key}\` of ${what} without a word.${more}`, spanOfNode(node));
}

/** What loading the message raises, once for every place that is to blame. */
function refusals(node: Node, message: PyDict): Problem[] {
  try {
    readMsg(asLoaded(message), { newId: () => '', now: () => '' });
    return [];
  } catch (error) {
    if (!(error instanceof MsgValidationError)) {
      const words = error instanceof Error ? error.message : String(error);
      return [problem('agentscope2-message', words, spanOfNode(node))];
    }
    const found = new Map<string, Problem>();
    for (const [i, { loc, msg }] of error.errors.entries()) {
      const said = refusalOf(message, loc, msg);
      const path = error.places[i] ?? [];
      const at = said.atBlock ? path.slice(0, 2) : path;
      const span = spanOfNode(nodeAt(node, at));
      const key = `${span.start} ${said.text}`;
      if (said.text !== '' && !found.has(key)) found.set(key, problem('agentscope2-message', said.text, span));
    }
    return [...found.values()];
  }
}

/** What to say of one of Pydantic's errors; nothing of those of classes that a block is not meant to be. */
function refusalOf(
  message: PyDict,
  loc: readonly (string | number)[],
  msg: string,
): { readonly text: string; readonly atBlock: boolean } {
  const [field, index, className, ...inner] = loc;
  const content = message.get('content');
  const words = msg.replace(/^Value error, /, '');
  if (field !== 'content' || typeof index !== 'number')
    return {
      text: `AgentScope 2 refuses this message${field === undefined ? '' : ` (\`${loc.join('.')}\`)`}: ${words}`,
      atBlock: false,
    };
  const block = isPyList(content) ? content[index] : undefined;
  const type = block !== undefined && isPyDict(block) ? (block.get('type') ?? null) : null;
  if (typeof type === 'string' && !Object.hasOwn(blockClasses, type)) return { text: blockWords(type), atBlock: true };
  if (type !== null && typeof type === 'string' && blockClasses[type] !== className)
    return { text: '', atBlock: false };
  const where = inner.filter(part => !/^(TextBlock|DataBlock|Base64Source|URLSource|str|list\[.*)$/.test(String(part)));
  const isSource = inner.includes('Base64Source') || inner.includes('URLSource');
  if (isSource && !fitsSource(block, inner)) return { text: '', atBlock: false };
  const named = where.length === 0 ? 'block' : `\`${where.join('.')}\``;
  return { text: `AgentScope 2 refuses this ${named}: ${words}`, atBlock: type === null };
}

/** Whether an error is of the class of source that is written. */
function fitsSource(block: PyValue | undefined, inner: readonly (string | number)[]): boolean {
  const source = block !== undefined && isPyDict(block) ? (block.get('source') ?? null) : null;
  const type = isPyDict(source) ? source.get('type') : undefined;
  return type === 'url' ? inner.includes('URLSource') : type === 'base64' ? inner.includes('Base64Source') : true;
}

/** The node at a path, or the innermost that there is. */
function nodeAt(node: Node, path: readonly (string | number)[]): Node {
  let at = node;
  for (const part of path) {
    const next = typeof part === 'number' ? at.children?.[part] : memberNode(at, part);
    if (!next) return at;
    at = next;
  }
  return at;
}

function memberNode(node: Node, key: string): Node | undefined {
  return members(node).findLast(member => member.key.value === key)?.value;
}
