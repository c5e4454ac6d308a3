import { rowResponse } from '../rowResponse.ts';
import type { LogReader } from './logReader.ts';
import { idAt, listAt, memberAt, objectAt, textAt } from './plainData.ts';

/** Members of a row that are not columns. */
const notColumns: ReadonlySet<string> = new Set([
  'id',
  'custom_id',
  'request_id',
  'response',
  'message',
  'expected',
  'request',
  'prompt',
  'input',
]);

/** Rows of any other kind: a text, or an object with its response in some field. */
export const plainRows: LogReader = {
  name: 'json',
  title: 'rows of JSON or CSV',
  field: 'response',
  recognises: () => true,
  read(record) {
    const response = rowResponse(record);
    const finish = finishOf(record);
    const expected = memberAt(record, 'expected');
    return {
      ...idAt(memberAt(record, 'id'), memberAt(record, 'custom_id'), memberAt(record, 'request_id')),
      ...(response === undefined
        ? { skip: memberAt(record, 'error') == null ? 'no-response' : 'connection-failed' }
        : { response }),
      ...(expected !== undefined && { expected }),
      ...(finish !== undefined && { finish }),
      columns: columnsOf(record),
    };
  },
};

/** The members of a row, and of the objects in it as `metadata.lang`. */
function columnsOf(record: unknown): Readonly<Record<string, unknown>> {
  const columns: [string, unknown][] = [];
  for (const [key, value] of Object.entries(objectAt(record) ?? {})) {
    if (notColumns.has(key)) continue;
    const inner = objectAt(value);
    if (inner)
      columns.push(...Object.entries(inner).map(([name, item]): [string, unknown] => [`${key}.${name}`, item]));
    else columns.push([key, value]);
  }
  return Object.fromEntries(columns);
}

const finishKeys = ['finish_reason', 'stop_reason', 'done_reason', 'finishReason', 'stopReason'];

/** Why the model stopped: the row says it, or its first choice (OpenAI) or candidate (Gemini). */
function finishOf(record: unknown): string | undefined {
  const places = [record, listAt(memberAt(record, 'choices'))[0], listAt(memberAt(record, 'candidates'))[0]];
  return places
    .flatMap(place => finishKeys.map(key => textAt(memberAt(place, key))))
    .find(reason => reason !== undefined);
}
