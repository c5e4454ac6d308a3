import type { LogReader } from './logReader.ts';
import { blocksResponse, type ToolCall } from './messageResponse.ts';
import { idAt, listAt, memberAt, textAt } from './plainData.ts';

/** Bodies of OpenAI's Responses API, and the output of its batches. */
export const openaiResponses: LogReader = {
  name: 'openai-responses',
  title: 'OpenAI responses',
  field: 'output[*].content[*].text',
  recognises: record =>
    memberAt(bodyOf(record), 'object') === 'response' && Array.isArray(memberAt(bodyOf(record), 'output')),
  read(record) {
    const body = bodyOf(record);
    const output = listAt(memberAt(body, 'output'));
    const texts = output
      .flatMap(item => listAt(memberAt(item, 'content')))
      .flatMap(block => (memberAt(block, 'type') === 'output_text' ? (textAt(memberAt(block, 'text')) ?? []) : []));
    const calls = output.flatMap((item): readonly ToolCall[] =>
      memberAt(item, 'type') === 'function_call'
        ? [{ id: memberAt(item, 'call_id'), name: memberAt(item, 'name'), input: memberAt(item, 'arguments') }]
        : [],
    );
    const finish = textAt(memberAt(body, 'incomplete_details', 'reason'));
    const hasFailed =
      memberAt(body, 'status') === 'failed' || (output.length === 0 && memberAt(record, 'error') != null);
    return {
      ...idAt(memberAt(record, 'custom_id'), memberAt(body, 'id')),
      ...(hasFailed ? { skip: 'connection-failed' as const } : blocksResponse(texts, calls)),
      ...(finish !== undefined && { finish }),
      columns: { model: memberAt(body, 'model'), status: memberAt(body, 'status') },
    };
  },
};

function bodyOf(record: unknown): unknown {
  return memberAt(record, 'response', 'body') ?? record;
}
