import { idAt, listAt, memberAt, textAt } from '../../json/plainData.ts';
import type { LogReader } from '../../messages/logReader.ts';
import { blocksResponse, type ToolCall, thoughtBeside } from './messageResponse.ts';
import { columnsAround } from './plainRows.ts';

/** The events of a stream that have the whole answer. */
const ends: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** Bodies of OpenAI's Responses API, alone or at the end of a stream, and the output of its batches. */
export const openaiResponses: LogReader = {
  name: 'openai-responses',
  title: 'OpenAI responses',
  field: 'output[*].content[*].text',
  isAnswer: true,
  recognises: record =>
    isEvent(record) ||
    (memberAt(bodyOf(record), 'object') === 'response' && Array.isArray(memberAt(bodyOf(record), 'output'))),
  read(record) {
    const body = bodyOf(record);
    const output = listAt(memberAt(body, 'output'));
    const texts = output
      .flatMap(item => listAt(memberAt(item, 'content')))
      .flatMap(block => (memberAt(block, 'type') === 'output_text' ? (textAt(memberAt(block, 'text')) ?? []) : []));
    const calls = output.flatMap(callOf);
    const finish =
      textAt(memberAt(body, 'incomplete_details', 'reason')) ??
      (memberAt(body, 'status') === 'incomplete' ? 'incomplete' : undefined);
    const hasFailed =
      memberAt(body, 'status') === 'failed' || (output.length === 0 && memberAt(record, 'error') != null);
    return {
      ...idAt(memberAt(record, 'custom_id'), memberAt(body, 'id')),
      ...(isEvent(record) && !ends.has(String(memberAt(record, 'type')))
        ? { skip: 'stream-part' }
        : hasFailed
          ? { skip: 'connection-failed' }
          : answerOf(output, texts, calls)),
      ...thoughtBeside({ output }),
      ...(finish !== undefined && { finish }),
      columns: {
        ...columnsAround(record, body),
        model: memberAt(body, 'model') ?? memberAt(record, 'model'),
        status: memberAt(body, 'status'),
      },
    };
  },
};

function bodyOf(record: unknown): unknown {
  const response = memberAt(record, 'response');
  return memberAt(response, 'body') ?? (memberAt(response, 'object') === 'response' ? response : record);
}

/** The call of an item of the output. A custom tool takes a text, which is no JSON: it stands under `input`, as in the API. */
function callOf(item: unknown): readonly ToolCall[] {
  const type = memberAt(item, 'type');
  const [id, name] = [memberAt(item, 'call_id'), memberAt(item, 'name')];
  if (type === 'function_call') return [{ id, name, input: memberAt(item, 'arguments') }];
  return type === 'custom_tool_call' ? [{ id, name, input: { input: memberAt(item, 'input') } }] : [];
}

/** Whether a record is an event of a stream. */
function isEvent(record: unknown): boolean {
  const type = memberAt(record, 'type');
  return typeof type === 'string' && type.startsWith('response.') && memberAt(record, 'sequence_number') !== undefined;
}

/** An answer with calls keeps what the API gave: mini-swe-agent reads that. */
function answerOf(
  output: readonly unknown[],
  texts: readonly string[],
  calls: readonly ToolCall[],
): ReturnType<typeof blocksResponse> {
  const { response } = blocksResponse(texts, calls);
  return { response: typeof response === 'string' ? response : { ...response, output } };
}
