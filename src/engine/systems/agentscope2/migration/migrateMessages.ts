import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { MigrationChange } from '../../../messages/conversationFormatting.ts';
import { guessMimeType, jsonDumps, pyStr } from '../../../python/index.ts';
import { blockFields, messageFields } from '../messages/block.ts';

/** A message under way: its blocks are added to while results are moved behind their calls. */
interface Moved {
  readonly fields: Map<string, PyValue>;
  /** The blocks, a list for each text and what follows it up to the next: a result goes to the end of its call's. */
  readonly stretches: PyDict[][];
}

interface Caller {
  readonly moved: Moved;
  readonly stretch: PyDict[];
}

/**
 * The messages of AgentScope 1 as those of 2: texts become blocks, calls texts of JSON, media data, and results stand in the
 * assistant's own message behind their call. Each message's changes are listed; nothing is dropped without a word. Linear.
 */
export function migrateMessages(messages: readonly PyValue[], migration: Migration): readonly PyDict[] {
  const made: Moved[] = [];
  const callers = new Map<string, Caller>();
  for (const [index, message] of messages.entries()) {
    if (!isPyDict(message)) {
      migration.say('it is no message, and is left out', index);
      continue;
    }
    const moved: Moved = { fields: fieldsOf(message, index, migration), stretches: [[]] };
    for (const block of blocksOf(message, index, migration)) {
      const isResult = block.get('type') === 'tool_result';
      const caller = isResult ? callers.get(String(block.get('id'))) : undefined;
      if (caller && caller.moved !== moved) {
        // Behind the calls that were made with it, and behind the results of those before it.
        caller.stretch.push(block);
        migration.say('its tool result moves behind its call, into the assistant’s message', index);
        continue;
      }
      if (block.get('type') === 'text') moved.stretches.push([block]);
      else moved.stretches.at(-1)!.push(block);
      const stretch = moved.stretches.at(-1)!;
      if (block.get('type') === 'tool_call') callers.set(String(block.get('id')), { moved, stretch });
    }
    finish(moved, message, index, migration);
    if (moved.stretches.some(each => each.length > 0) || !hadBlocks(message)) made.push(moved);
  }
  return made.map(({ fields, stretches }) => new Map([...fields, ['content', stretches.flat()]]));
}

function hadBlocks(message: PyDict): boolean {
  const content = message.get('content');
  return isPyList(content) && content.length > 0;
}

function fieldsOf(message: PyDict, index: number, migration: Migration): Map<string, PyValue> {
  const role = message.get('role') ?? null;
  const name = message.get('name') ?? role;
  const fields = new Map<string, PyValue>([
    ['name', typeof name === 'string' ? name : pyStr(name)],
    ['role', role],
    ['content', []],
  ]);
  for (const [key, value] of message) {
    if (fields.has(key)) continue;
    if (key === 'timestamp') {
      if (value !== null) fields.set('created_at', value);
      migration.say('`timestamp` becomes `created_at`', index);
    } else if (key === 'metadata' && value === null) migration.say('`metadata` that is null is left out', index);
    else if (messageFields.includes(key)) fields.set(key, value);
    else migration.say(`\`${key}\` is dropped: AgentScope 2 has no such key`, index);
  }
  const metadata = message.get('metadata');
  if (role === 'assistant' && isPyDict(metadata) && metadata.size > 0)
    migration.say(
      '`metadata` stays as it is; structured output stands in `structured_output` in AgentScope 2: move it there if it is that',
      index,
    );
  return fields;
}

function blocksOf(message: PyDict, index: number, migration: Migration): PyDict[] {
  const content = message.get('content');
  if (typeof content === 'string') {
    migration.say('its text becomes a block', index);
    return [textBlock(content)];
  }
  return isPyList(content) ? content.flatMap(block => migrateBlock(block, index, migration)) : [];
}

/** Gives the message the role that its blocks need. */
function finish({ fields, stretches }: Moved, message: PyDict, index: number, migration: Migration): void {
  const blocks = stretches.flat();
  const role = fields.get('role');
  const needsAssistant = blocks.some(block => !['text', 'data'].includes(String(block.get('type'))));
  const isWrong = role === 'system' ? blocks.some(block => block.get('type') !== 'text') : needsAssistant;
  if (role === 'assistant' || !isWrong) return;
  const to = needsAssistant ? 'assistant' : 'user';
  fields.set('role', to);
  migration.say(
    `its role becomes \`${to}\`: one of role \`${pyStr(message.get('role') ?? null)}\` may not have these blocks`,
    index,
  );
}

function textBlock(text: string): PyDict {
  return new Map<string, PyValue>([
    ['type', 'text'],
    ['text', text],
  ]);
}

/** Collects what changes. */
export class Migration {
  readonly changes: MigrationChange[] = [];
  /** The folder that relative paths start from, if there is one. */
  readonly folder: string | undefined;

  constructor(folder: string | undefined) {
    this.folder = folder;
  }

  /** Tells of a change, once for each message. */
  say(text: string, message?: number): void {
    const last = this.changes.at(-1);
    if (last?.text === text && last.message === message) return;
    this.changes.push({ text, ...(message !== undefined && { message }) });
  }
}

/** A block of AgentScope 1 as blocks of 2; none for what is not a block. */
function migrateBlock(block: PyValue, index: number, migration: Migration): PyDict[] {
  const type = isPyDict(block) ? block.get('type') : undefined;
  if (!isPyDict(block) || typeof type !== 'string') {
    migration.say('something that is no block is left out', index);
    return [];
  }
  switch (type) {
    case 'tool_use':
      return [call(block, index, migration)];
    case 'tool_result':
      return [result(block, index, migration)];
    case 'image':
    case 'audio':
    case 'video':
      return medium(block, type, index, migration);
    case 'thinking':
      return [block];
    default:
      return [withoutDropped(block, type, index, migration)];
  }
}

/** A block without the keys that AgentScope 2 drops. */
function withoutDropped(block: PyDict, type: string, index: number, migration: Migration): PyDict {
  const fields = blockFields[type];
  if (!fields) {
    migration.say(`a \`${type}\` block is of no type of AgentScope 2, and stands as it was: loading refuses it`, index);
    return block;
  }
  return new Map(
    [...block].filter(([key]) => {
      const stays = fields.includes(key);
      if (!stays) migration.say(`\`${key}\` of a \`${type}\` block is lost: only \`thinking\` keeps more keys`, index);
      return stays;
    }),
  );
}

function call(block: PyDict, index: number, migration: Migration): PyDict {
  const input = block.get('input') ?? new Map();
  migration.say('`tool_use` becomes `tool_call`, its `input` a text of JSON', index);
  for (const key of block.keys())
    if (!['type', 'id', 'name', 'input'].includes(key)) migration.say(`\`${key}\` of a call is lost`, index);
  return new Map<string, PyValue>([
    ['type', 'tool_call'],
    ['id', pyStr(block.get('id') ?? null)],
    ['name', pyStr(block.get('name') ?? null)],
    ['input', typeof input === 'string' ? input : jsonDumps(input, { ensureAscii: false })],
    ['state', 'finished'],
  ]);
}

function result(block: PyDict, index: number, migration: Migration): PyDict {
  const output = block.get('output') ?? null;
  if (output === null) migration.say('a result without `output` gets an empty text', index);
  if (isPyList(output) && output.length > 1)
    migration.say('the parts of a result are joined by line breaks now, without the dashes of AgentScope 1', index);
  for (const key of block.keys())
    if (!['type', 'id', 'name', 'output'].includes(key)) migration.say(`\`${key}\` of a result is lost`, index);
  return new Map<string, PyValue>([
    ['type', 'tool_result'],
    ['id', pyStr(block.get('id') ?? null)],
    ['name', pyStr(block.get('name') ?? null)],
    ['output', isPyList(output) ? output.flatMap(each => migrateBlock(each, index, migration)) : pyStr(output ?? '')],
    ['state', 'success'],
  ]);
}

function medium(block: PyDict, kind: string, index: number, migration: Migration): PyDict[] {
  const source = block.get('source');
  if (!isPyDict(source)) {
    migration.say(`\`${kind}\` without a \`source\` is left out`, index);
    return [];
  }
  migration.say(`\`${kind}\` becomes \`data\``, index);
  const type = source.get('media_type');
  const url = source.get('url');
  const mediaType =
    typeof type === 'string' ? type : typeof url === 'string' ? guessMimeType(url.split(/[?#]/, 1)[0]!) : undefined;
  if (mediaType === undefined)
    migration.say(
      `the media type of \`${kind}\` is not known: \`${kind}/*\` stands for it, and has to be changed`,
      index,
    );
  const made: (readonly [string, PyValue])[] =
    typeof url === 'string'
      ? [
          ['type', 'url'],
          ['url', address(url, index, migration)],
        ]
      : [
          ['type', 'base64'],
          ['data', source.get('data') ?? ''],
        ];
  const data = new Map<string, PyValue>([...made, ['media_type', mediaType ?? `${kind}/*`]]);
  return [
    new Map<string, PyValue>([
      ['type', 'data'],
      ['source', data],
    ]),
  ];
}

/** An address with a scheme: a local path becomes one of `file://`. */
function address(url: string, index: number, migration: Migration): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(url)) return url;
  const folder = migration.folder?.replaceAll('\\', '/').replace(/\/$/, '');
  const path = url.startsWith('/') ? url : folder === undefined ? undefined : `${folder}/${url.replace(/^\.\//, '')}`;
  if (path === undefined) {
    migration.say(`\`${url}\` has no scheme, and its folder is not known: loading refuses it`, index);
    return url;
  }
  migration.say(`\`${url}\` becomes a \`file://\` address`, index);
  if (/[^\x21-\x7e]/.test(path))
    migration.say(`AgentScope 2 never opens \`${path}\`: blanks and letters outside ASCII stay percent-encoded`, index);
  return `file://${path.startsWith('/') ? '' : '/'}${path}`;
}
