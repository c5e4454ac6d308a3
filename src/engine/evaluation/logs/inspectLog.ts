import { idAt, listAt, memberAt, textAt } from '../../json/plainData.ts';
import type { LogReader } from '../../messages/logReader.ts';
import { firstChoice, messageResponse, textOf } from './messageResponse.ts';
import { prefixed } from './plainRows.ts';

/** Samples of Inspect's evaluation logs in JSON. */
export const inspectLog: LogReader = {
  name: 'inspect',
  title: 'Inspect evaluation logs',
  field: 'samples[*].output.choices[0].message.content',
  recognises: record =>
    typeof memberAt(record, 'epoch') === 'number' &&
    memberAt(record, 'id') !== undefined &&
    memberAt(record, 'input') !== undefined,
  read(record, header) {
    const [id, epoch] = [memberAt(record, 'id'), memberAt(record, 'epoch')];
    const output = memberAt(record, 'output');
    const choice = firstChoice(output);
    const finish = textAt(choice?.stop_reason);
    const hasFailed = memberAt(record, 'error') != null || memberAt(output, 'error') != null;
    return {
      ...idAt(`${String(id)}#${String(epoch)}`),
      ...(choice ? answerOf(choice.message) : { skip: hasFailed ? 'connection-failed' : 'no-response' }),
      ...(finish !== undefined && { finish }),
      columns: {
        ...prefixed('metadata', memberAt(record, 'metadata')),
        model: memberAt(output, 'model') ?? memberAt(header, 'eval', 'model'),
        task: memberAt(header, 'eval', 'task'),
        sample: id,
        epoch,
        stop_reason: finish,
      },
    };
  },
};

/** Where a model thinks, its answer is a list of blocks: their texts are the answer. */
function answerOf(message: unknown): ReturnType<typeof messageResponse> {
  const answer = messageResponse(message);
  const { content, ...rest } = typeof answer.response === 'object' ? answer.response : {};
  const text = textOf(listAt(content));
  return text !== null && Object.keys(rest).length === 0 ? { ...answer, response: text } : answer;
}
