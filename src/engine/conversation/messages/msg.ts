import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { pyGetItem, pyIterate } from '../../python/containers.ts';
import { pyRepr, pyStr } from '../../python/repr.ts';

/** AgentScope's `Msg`, as far as it reaches a payload: `content` is a string or a list of blocks. */
export interface Msg {
  readonly name: PyValue;
  readonly role: string;
  readonly content: PyValue;
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

/** `get_text_content()`: the texts of all text blocks with nothing between them, `null` if there is none. The first goes through `str()`, a later one that is no text is Python's `TypeError`. */
export function textContent(msg: Msg): string | null {
  if (typeof msg.content === 'string') return msg.content;
  let text: string | null = null;
  for (const block of contentBlocks(msg)) {
    if (get(block, 'type') !== 'text') continue;
    const piece = get(block, 'text');
    if (text === null) text = pyStr(piece);
    else if (typeof piece === 'string') text += piece;
    else throw new EngineError('TypeError', `can only concatenate str (not "${pyTypeName(piece)}") to str`);
  }
  return text;
}

/** `block.get(key, fallback)`. Raises Python's `AttributeError` for a block that is no dict. */
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
