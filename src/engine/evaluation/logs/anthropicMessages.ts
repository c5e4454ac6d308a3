import { idAt, listAt, memberAt, textAt } from '../../json/plainData.ts';
import type { LogReader } from '../../messages/logReader.ts';
import { blocksResponse, type ToolCall, thoughtBeside } from './messageResponse.ts';
import { columnsAround } from './plainRows.ts';

/** The events of a stream. */
const events: ReadonlySet<unknown> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
]);

/** Bodies of Anthropic's Messages API, and the results of its batches and Bedrock's. What a model thinks is not a part of its answer. */
export const anthropicMessages: LogReader = {
  name: 'anthropic-messages',
  title: 'Anthropic messages',
  field: 'content[*].text',
  isAnswer: true,
  recognises(record) {
    const result = memberAt(record, 'result', 'type');
    if (typeof result === 'string' && memberAt(record, 'custom_id') !== undefined) return true;
    if (isEvent(record) || isError(record)) return true;
    const body = bodyOf(record);
    return memberAt(body, 'type') === 'message' && Array.isArray(memberAt(body, 'content'));
  },
  read(record) {
    const body = bodyOf(record);
    const blocks = memberAt(body, 'content');
    const texts = listAt(blocks).flatMap(block =>
      memberAt(block, 'type') === 'text' ? (textAt(memberAt(block, 'text')) ?? []) : [],
    );
    const calls = listAt(blocks).flatMap((block): readonly ToolCall[] =>
      memberAt(block, 'type') === 'tool_use'
        ? [{ id: memberAt(block, 'id'), name: memberAt(block, 'name'), input: memberAt(block, 'input') }]
        : [],
    );
    const finish = textAt(memberAt(body, 'stop_reason'));
    return {
      ...idAt(memberAt(record, 'custom_id'), memberAt(record, 'recordId'), memberAt(body, 'id')),
      ...(isEvent(record)
        ? { skip: 'stream-part' }
        : Array.isArray(blocks)
          ? blocksResponse(texts, calls)
          : { skip: 'connection-failed' }),
      ...thoughtBeside(body),
      ...(finish !== undefined && { finish }),
      columns: {
        ...columnsAround(record, body),
        model: memberAt(body, 'model') ?? memberAt(record, 'model'),
        stop_reason: finish,
      },
    };
  },
};

function bodyOf(record: unknown): unknown {
  const candidates = [
    memberAt(record, 'result', 'message'),
    memberAt(record, 'response'),
    memberAt(record, 'modelOutput'),
  ];
  return candidates.find(each => Array.isArray(memberAt(each, 'content'))) ?? record;
}

function isEvent(record: unknown): boolean {
  return events.has(memberAt(record, 'type'));
}

function isError(record: unknown): boolean {
  return memberAt(record, 'type') === 'error' && typeof memberAt(record, 'error', 'type') === 'string';
}
