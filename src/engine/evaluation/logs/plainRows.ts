import { idAt, listAt, memberAt, objectAt, textAt } from '../../json/plainData.ts';
import type { LogReader } from '../../messages/logReader.ts';
import { rowResponse } from '../rowResponse.ts';
import { thoughtBeside, withCallsBeside } from './messageResponse.ts';

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

/** What logs call the name of a row, the surest first. */
const idKeys = [
  ...['id', 'custom_id', 'request_id', '_id', 'uuid', 'response_id', 'span_id'],
  ...['sample_id', 'example_id', 'instance_id', 'doc_id', 'key'],
];

/** Rows of any other kind: a text, or an object with its response in some field. */
export const plainRows: LogReader = {
  name: 'json',
  title: 'rows of JSON or CSV',
  field: 'response',
  recognises: () => true,
  read(record) {
    const response = withCallsBeside(rowResponse(record), record);
    const finish = finishOf(record);
    const expected = memberAt(record, 'expected');
    return {
      ...idAt(...idKeys.map(key => memberAt(record, key))),
      ...(response === undefined
        ? { skip: memberAt(record, 'error') == null ? 'no-response' : 'connection-failed' }
        : { response }),
      ...[memberAt(record, 'response'), memberAt(record, 'message'), record]
        .map(thoughtBeside)
        .find(each => each.isThought),
      ...(expected !== undefined && { expected }),
      ...(finish !== undefined && { finish }),
      columns: columnsOf(record),
    };
  },
};

/**
 * What rows can be grouped by beside an answer's own columns: the members of the row that has the answer in it, and what the
 * answer's own `metadata` says. `body`: the answer, or the row itself.
 */
export function columnsAround(record: unknown, body: unknown): Readonly<Record<string, unknown>> {
  const own = prefixed('metadata', memberAt(body, 'metadata'));
  return body === record ? own : { ...columnsOf(record), ...own };
}

/** The members of an object as columns `NAME.member`. */
export function prefixed(name: string, object: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(objectAt(object) ?? {}).map(([key, item]) => [`${name}.${key}`, item]));
}

/** The members of a row, and of the objects in it as `metadata.lang`. */
function columnsOf(record: unknown): Readonly<Record<string, unknown>> {
  const columns: [string, unknown][] = [];
  for (const [key, value] of Object.entries(objectAt(record) ?? {})) {
    if (notColumns.has(key)) continue;
    if (objectAt(value)) columns.push(...Object.entries(prefixed(key, value)));
    else columns.push([key, value]);
  }
  return Object.fromEntries(columns);
}

const finishKeys = ['finish_reason', 'stop_reason', 'done_reason', 'finishReason', 'stopReason'];

/** Why the model stopped: the row says it, or its first choice (OpenAI) or candidate (Gemini). */
export function finishOf(record: unknown): string | undefined {
  const places = [record, listAt(memberAt(record, 'choices'))[0], listAt(memberAt(record, 'candidates'))[0]];
  return places
    .flatMap(place => finishKeys.map(key => textAt(memberAt(place, key))))
    .find(reason => reason !== undefined);
}
