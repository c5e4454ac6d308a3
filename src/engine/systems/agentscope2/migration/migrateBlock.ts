import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { MigrationChange } from '../../../messages/conversationFormatting.ts';
import { guessMimeType, jsonDumps, pyStr } from '../../../python/index.ts';
import { blockFields } from '../messages/block.ts';

/** Collects what changes. */
export class Migration {
  readonly changes: MigrationChange[] = [];
  /** The folder that relative paths start from; absent: none is known. */
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
export function migrateBlock(block: PyValue, index: number, migration: Migration): PyDict[] {
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
