import { setOwn } from '../../core/pyValue.ts';
import { isId, listAt, memberAt, objectAt, textAt } from '../../json/plainData.ts';
import type { LogReader, RecordParts } from '../../messages/logReader.ts';
import { rowResponse } from '../rowResponse.ts';
import { hasThoughtBeside, withCallsBeside } from './messageResponse.ts';

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
    // Read for each of millions of rows: nothing is made of what is not there.
    const parts: { -readonly [key in keyof RecordParts]: RecordParts[key] } = { columns: columnsOf(record) };
    const id = nameOf(record);
    if (id !== undefined) parts.id = id;
    if (response !== undefined) parts.response = response;
    else parts.skip = memberAt(record, 'error') == null ? 'no-response' : 'connection-failed';
    if (
      hasThoughtBeside(memberAt(record, 'response')) ||
      hasThoughtBeside(memberAt(record, 'message')) ||
      hasThoughtBeside(record)
    )
      parts.isThought = true;
    const expected = memberAt(record, 'expected');
    if (expected !== undefined) parts.expected = expected;
    const finish = finishOf(record);
    if (finish !== undefined) parts.finish = finish;
    return parts;
  },
};

/** What a row is called. */
function nameOf(record: unknown): string | undefined {
  for (const key of idKeys) {
    const id = memberAt(record, key);
    if (isId(id)) return String(id);
  }
  return undefined;
}

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
  const own = objectAt(record) ?? {};
  const columns: Record<string, unknown> = {};
  for (const key of Object.keys(own)) {
    if (notColumns.has(key)) continue;
    const value = own[key];
    if (objectAt(value)) Object.assign(columns, prefixed(key, value));
    else setOwn(columns, key, value);
  }
  return columns;
}

const finishKeys = ['finish_reason', 'stop_reason', 'done_reason', 'finishReason', 'stopReason'];

/** Why the model stopped: the row says it, or its first choice (OpenAI) or candidate (Gemini). */
export function finishOf(record: unknown): string | undefined {
  for (const place of [record, listAt(memberAt(record, 'choices'))[0], listAt(memberAt(record, 'candidates'))[0]])
    for (const key of place === undefined ? [] : finishKeys) {
      const reason = textAt(memberAt(place, key));
      if (reason !== undefined) return reason;
    }
  return undefined;
}
