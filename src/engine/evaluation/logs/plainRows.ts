import { rowResponse } from '../rowResponse.ts';
import type { LogReader } from './logReader.ts';
import { idAt, memberAt, objectAt, textAt } from './plainData.ts';

/** Members of a row that are no columns. */
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
    const finish = textAt(memberAt(record, 'finish_reason')) ?? textAt(memberAt(record, 'stop_reason'));
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
