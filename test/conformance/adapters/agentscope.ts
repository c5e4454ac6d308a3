import { type ReleaseRule, ReleaseRules, readRelease } from '../../../src/engine/core/agentscopeReleases.ts';
import { EngineError } from '../../../src/engine/core/errors.ts';
import {
  fromPlain,
  isPyDict,
  isPyList,
  type PyDict,
  type PyValue,
  pyTypeName,
  toPlain,
} from '../../../src/engine/core/pyValue.ts';
import { checkMsg, contentBlocks, contentBlocksOf, type Msg, textContent } from '../../../src/engine/messages/msg.ts';
import { stableShortId } from '../../../src/engine/messages/stableId.ts';
import { pyContains, pyEquals, pyGetItem, pyTruth } from '../../../src/engine/python/containers.ts';
import { pyStr } from '../../../src/engine/python/repr.ts';

/** An operation on a message. Plain data, or the engine's own values where 1.0 is not 1. */
export interface MessageOperation {
  /** The arguments of `Msg`'s constructor, by their names. */
  readonly msg: unknown;
  /** The arguments of the method, by their names. */
  readonly args?: unknown;
  /** Absent: the newest. */
  readonly agentscope_version?: string;
}

const filledMetadata: ReleaseRule = { since: '1.0.16', summary: 'Metadata that is empty or null is `{}`' };
const joinsTexts: ReleaseRule = { since: '1.0.9', summary: '`get_text_content` takes a separator' };
const listsOfTypes: ReleaseRule = { since: '1.0.10', summary: '`get_content_blocks` takes a list of types' };

/**
 * `msg.to_dict()`. The id, which the class draws at random, depends on the message here; a time that is not given is now,
 * in local time. Raises `EngineError` where the constructor raises.
 */
export function toDict(operation: MessageOperation): unknown {
  const { msg, given, rules } = construct(operation);
  const metadata = given.get('metadata') ?? null;
  const timestamp = given.get('timestamp') ?? null;
  return toPlain(
    new Map<string, PyValue>([
      ['id', stableShortId(pyStr(given))],
      ['name', msg.name],
      ['role', msg.role],
      ['content', msg.content],
      ['metadata', pyTruth(metadata) || !rules.follows(filledMetadata) ? metadata : new Map()],
      ['timestamp', pyTruth(timestamp) ? timestamp : localTime(new Date())],
    ]),
  );
}

/** `msg.get_text_content(separator)`; before 1.0.9 there is no separator. Raises `EngineError` where the method raises. */
export function getTextContent(operation: MessageOperation): string | null {
  const { msg, args, rules } = construct(operation);
  if (args.has('separator') && !rules.follows(joinsTexts)) throw unexpected('get_text_content', 'separator');
  const separator = args.get('separator') ?? '\n';
  if (typeof separator === 'string') return textContent(msg, rules, separator);
  throw new EngineError('AttributeError', `'${pyTypeName(separator)}' object has no attribute 'join'`);
}

/** `msg.get_content_blocks(block_type)`: all blocks, or those of a type; since 1.0.10 of several. Raises `EngineError` where the method raises. */
export function getContentBlocks(operation: MessageOperation): unknown {
  const { msg, args, rules } = construct(operation);
  const type = args.get('block_type') ?? null;
  return toPlain(blocksOf(msg, type, rules));
}

function blocksOf(msg: Msg, type: PyValue, rules: ReleaseRules): readonly PyValue[] {
  if (typeof type === 'string') return contentBlocksOf(msg, type);
  if (type === null) return contentBlocks(msg);
  const blocks = contentBlocks(msg);
  if (!rules.follows(listsOfTypes)) return blocks.filter(block => pyEquals(pyGetItem(block, 'type'), type));
  return isPyList(type) ? blocks.filter(block => pyContains(type, pyGetItem(block, 'type'))) : blocks;
}

interface Constructed {
  readonly msg: Msg;
  readonly given: PyDict;
  readonly args: PyDict;
  readonly rules: ReleaseRules;
}

/** `Msg(name, content, role, metadata, timestamp, invocation_id)`. */
function construct({ msg: data, args: method, agentscope_version: version }: MessageOperation): Constructed {
  // Operations are given data: JSON may have anything there.
  if (version !== undefined && typeof version !== 'string')
    throw new EngineError('AgentScopeVersionError', '`agentscope_version` must be a text such as "1.0.21".');
  const rules = new ReleaseRules(readRelease(version));
  const given = dictOf(fromPlain(data ?? null), 'msg');
  const args = dictOf(fromPlain(method ?? {}), 'args');
  const known = ['name', 'content', 'role', 'metadata', 'timestamp', 'invocation_id'];
  for (const key of given.keys()) if (!known.includes(key)) throw unexpected('__init__', key);
  const missing = known.slice(0, 3).filter(key => !given.has(key));
  if (missing.length > 0) throw missingArguments(missing);
  const role = given.get('role') ?? null;
  const msg = {
    name: given.get('name') ?? null,
    role: typeof role === 'string' ? role : '',
    content: given.get('content') ?? null,
  };
  checkMsg(msg, rules);
  return { msg, given, args, rules };
}

function dictOf(value: PyValue, what: string): PyDict {
  if (isPyDict(value)) return value;
  throw new EngineError('TypeError', `\`${what}\` must be an object of arguments by their names.`);
}

function unexpected(method: string, name: string): EngineError {
  return new EngineError('TypeError', `Msg.${method}() got an unexpected keyword argument '${name}'`);
}

function missingArguments(names: readonly string[]): EngineError {
  const quoted = names.map(name => `'${name}'`);
  const last = quoted.pop()!;
  const comma = quoted.length > 1 ? ',' : '';
  const list = quoted.length === 0 ? last : `${quoted.join(', ')}${comma} and ${last}`;
  const plural = names.length === 1 ? '' : 's';
  return new EngineError(
    'TypeError',
    `Msg.__init__() missing ${names.length} required positional argument${plural}: ${list}`,
  );
}

/** `%Y-%m-%d %H:%M:%S.%f`, to the millisecond. */
function localTime(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${day} ${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** AgentScope's operations on a message, its `Msg`. */
export const agentscope = Object.freeze({ toDict, getTextContent, getContentBlocks });
