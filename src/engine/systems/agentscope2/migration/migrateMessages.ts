import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { pyStr } from '../../../python/index.ts';
import { messageFields } from '../messages/block.ts';
import type { Migration } from './migrateBlock.ts';
import { migrateBlock } from './migrateBlock.ts';

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
 * The messages of AgentScope 1 as those of 2: texts become blocks, calls texts of JSON, media data, and results stand in
 * the assistant's own message behind their call. What changes is told for each message; nothing is dropped without a word.
 * Linear.
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
