import type { ReleaseRule, ReleaseRules } from '../core/agentscopeReleases.ts';
import { EngineError } from '../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../core/pyValue.ts';
import { pyGetItem, pyIterate, pyJoin, pyRepr, pyStr } from '../python/index.ts';

/** AgentScope's `Msg`, as far as it reaches a payload: `content` is a string or a list of blocks. */
export interface Msg {
  readonly name: PyValue;
  readonly role: string;
  readonly content: PyValue;
  /** Whether the message behind it goes where it goes: it is the question of an example, and that its answer. */
  readonly withNext?: true;
}

const checkedContent: ReleaseRule = {
  since: '1.0.6',
  summary: 'A message whose content is neither a text nor a list is refused',
};

/** What `Msg`'s constructor refuses: content that is neither a text nor a list, and an unknown role. Raises `AssertionError`. */
export function checkMsg({ content, role }: Msg, rules: ReleaseRules): void {
  if (typeof content !== 'string' && !isPyList(content) && rules.follows(checkedContent))
    throw new EngineError('AssertionError', 'The content must be a string or a list of content blocks.');
  if (!['user', 'assistant', 'system'].includes(role)) throw new EngineError('AssertionError', '');
}

/** `get_content_blocks()`: a string becomes one text block (the empty string too). Raises Python's `TypeError` for content that cannot be iterated. */
export function contentBlocks(msg: Msg): readonly PyValue[] {
  if (typeof msg.content === 'string')
    return [
      new Map([
        ['type', 'text'],
        ['text', msg.content],
      ]),
    ];
  return pyIterate(msg.content);
}

/** `get_content_blocks(type)`. Raises `KeyError` for a block without a type, as the class does. */
export function contentBlocksOf(msg: Msg, type: string): readonly PyValue[] {
  return contentBlocks(msg).filter(block => pyGetItem(block, 'type') === type);
}

/** True for a message that belongs to a tool sequence: it holds at least one call or result. Raises `KeyError` for any block without a type. */
export function hasToolBlocks(msg: Msg): boolean {
  const types = contentBlocks(msg).map(block => pyGetItem(block, 'type'));
  return types.includes('tool_use') || types.includes('tool_result');
}

const joinedTexts: ReleaseRule = {
  since: '1.0.9',
  summary: 'The texts of a message are joined with a line break, where nothing stood between them before',
};

/**
 * `get_text_content(separator)`: the texts of all text blocks, `null` if there is none. Since 1.0.9 they are joined with
 * the separator, and one that is not text is Python's `TypeError`; before, the first went through `str()` and the rest
 * was added to it.
 */
export function textContent(msg: Msg, rules: ReleaseRules, separator = '\n'): string | null {
  if (typeof msg.content === 'string') return msg.content;
  const blocks = contentBlocks(msg).filter(block => get(block, 'type') === 'text');
  const first = blocks[0] === undefined ? null : get(blocks[0], 'text');
  if (blocks.length === 0) return null;
  if (blocks.length === 1 && typeof first === 'string') return first;
  if (rules.follows(joinedTexts))
    return pyJoin(
      separator,
      blocks.map(block => pyGetItem(block, 'text')),
    );
  return blocks.slice(1).reduce<string>((text, block) => {
    const piece = get(block, 'text');
    if (typeof piece === 'string') return text + piece;
    throw new EngineError('TypeError', `can only concatenate str (not "${pyTypeName(piece)}") to str`);
  }, pyStr(first));
}

/** `block.get(key, fallback)`. Raises Python's `AttributeError` for a block that is not a dict. */
export function get(block: PyValue, key: string, fallback: PyValue = null): PyValue {
  return dictOf(block).get(key) ?? (dictOf(block).has(key) ? null : fallback);
}

/** A block as a dict, for `{**block}` and `.get`. Raises Python's `AttributeError` for anything else. */
export function dictOf(block: PyValue): PyDict {
  if (isPyDict(block)) return block;
  throw new EngineError('AttributeError', `'${pyTypeName(block)}' object has no attribute 'get'`);
}

/** `f"{name}: {text}"`, one line of a conversation's history. */
export function historyLine(msg: Msg, block: PyValue): string {
  return `${pyStr(msg.name)}: ${pyStr(pyGetItem(block, 'text'))}`;
}

/** Python's repr of a set; the order of several items is that of insertion, which Python does not fix either. */
export function setRepr(items: Iterable<PyValue>): string {
  return `{${[...items].map(pyRepr).join(', ')}}`;
}

/** The prompt that every MultiAgent class puts in front of the first history. */
export const defaultHistoryPrompt =
  '# Conversation History\nThe content between <history></history> tags contains your conversation history\n';
