import { idAt, memberAt, objectAt, textAt } from '../../json/plainData.ts';
import type { LogReader } from '../../messages/logReader.ts';
import { firstChoice, messageResponse } from './messageResponse.ts';
import { columnsAround } from './plainRows.ts';

/** What a piece of a streamed chat completion is. */
const chunk = 'chat.completion.chunk';

/** Bodies of OpenAI's chat completions, which most servers speak, and the output of its batches. Of several choices the first counts. */
export const openaiChat: LogReader = {
  name: 'openai-chat',
  title: 'OpenAI chat completions',
  field: 'choices[0].message.content',
  isAnswer: true,
  recognises(record) {
    const body = bodyOf(record);
    const object = memberAt(body, 'object');
    return object === 'chat.completion' || object === chunk || objectAt(firstChoice(body)?.message) !== undefined;
  },
  read(record) {
    const body = bodyOf(record);
    const choice = firstChoice(body);
    const finish = textAt(choice?.finish_reason);
    return {
      ...idAt(memberAt(record, 'custom_id'), memberAt(body, 'id')),
      ...(memberAt(body, 'object') === chunk
        ? { skip: 'stream-part' }
        : choice
          ? messageResponse(choice.message)
          : { skip: failed(record) ? 'connection-failed' : 'no-response' }),
      ...(finish !== undefined && { finish }),
      columns: {
        ...columnsAround(record, body),
        model: memberAt(body, 'model') ?? memberAt(record, 'model'),
        finish_reason: finish,
        provider: memberAt(body, 'provider'),
      },
    };
  },
};

/** A batch has the body in `response.body`; logs that users write themselves often have it in `response`. */
function bodyOf(record: unknown): unknown {
  const response = memberAt(record, 'response');
  return memberAt(response, 'body') ?? (memberAt(response, 'choices') === undefined ? record : response);
}

function failed(record: unknown): boolean {
  return (
    objectAt(memberAt(record, 'error')) !== undefined || typeof memberAt(record, 'response', 'status_code') === 'number'
  );
}
