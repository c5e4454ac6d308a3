import type { LogReader } from './logReader.ts';
import { firstChoice, messageResponse } from './messageResponse.ts';
import { idAt, listAt, memberAt, textAt } from './plainData.ts';

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
    const text = responseText(choice?.message);
    const finish = textAt(choice?.stop_reason);
    const hasFailed = memberAt(record, 'error') != null || memberAt(output, 'error') != null;
    return {
      ...idAt(`${String(id)}#${String(epoch)}`),
      ...(choice
        ? text === undefined
          ? messageResponse(choice.message)
          : { response: text }
        : { skip: hasFailed ? 'connection-failed' : 'no-response' }),
      ...(finish !== undefined && { finish }),
      columns: {
        model: memberAt(output, 'model') ?? memberAt(header, 'eval', 'model'),
        task: memberAt(header, 'eval', 'task'),
        sample: id,
        epoch,
        stop_reason: finish,
      },
    };
  },
};

/** Where a model thinks, its answer is a list of blocks. */
function responseText(message: unknown): string | undefined {
  const blocks = listAt(memberAt(message, 'content'));
  const texts = blocks.flatMap(block =>
    memberAt(block, 'type') === 'text' ? (textAt(memberAt(block, 'text')) ?? []) : [],
  );
  return texts.length > 0 ? texts.join('') : undefined;
}
