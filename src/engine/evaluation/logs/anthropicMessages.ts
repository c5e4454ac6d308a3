import type { LogReader } from './logReader.ts';
import { blocksResponse, type ToolCall } from './messageResponse.ts';
import { idAt, listAt, memberAt, textAt } from './plainData.ts';

/** Bodies of Anthropic's Messages API, and the results of its batches. What a model thinks is no part of its answer. */
export const anthropicMessages: LogReader = {
  name: 'anthropic-messages',
  title: 'Anthropic messages',
  field: 'content[*].text',
  recognises(record) {
    const result = memberAt(record, 'result', 'type');
    if (typeof result === 'string' && memberAt(record, 'custom_id') !== undefined) return true;
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
      ...idAt(memberAt(record, 'custom_id'), memberAt(body, 'id')),
      ...(Array.isArray(blocks) ? blocksResponse(texts, calls) : { skip: 'connection-failed' as const }),
      ...(finish !== undefined && { finish }),
      columns: { model: memberAt(body, 'model'), stop_reason: finish },
    };
  },
};

function bodyOf(record: unknown): unknown {
  return memberAt(record, 'result', 'message') ?? record;
}
