import { idAt, memberAt, textAt } from '../../json/plainData.ts';
import type { LogReader } from '../../messages/logReader.ts';
import { rowResponse } from '../rowResponse.ts';
import { thoughtBeside } from './messageResponse.ts';

/** `NAME.responses.jsonl`, which ParserLens writes when it asks models. A retry is a row of its own. */
export const runResponses: LogReader = {
  name: 'responses',
  title: 'runs of ParserLens',
  field: 'response',
  recognises: record =>
    typeof memberAt(record, 'attempts') === 'number' &&
    typeof memberAt(record, 'retry') === 'number' &&
    memberAt(record, 'id') !== undefined,
  read(record) {
    const [id, retry] = [memberAt(record, 'id'), memberAt(record, 'retry')];
    const response = rowResponse(record, ['response']);
    const finish = textAt(memberAt(record, 'finish_reason'));
    const parser = textAt(memberAt(record, 'parser'));
    return {
      ...(typeof id === 'string' && typeof retry === 'number' && { run: { id, retry } }),
      ...(parser !== undefined && { parser }),
      ...idAt(retry === 0 ? id : `${String(id)}#${String(retry)}`),
      ...(response === undefined
        ? { skip: memberAt(record, 'error') === undefined ? 'no-response' : 'connection-failed' }
        : { response }),
      ...thoughtBeside(record),
      ...(finish !== undefined && { finish }),
      columns: { model: memberAt(record, 'model'), retry, finish_reason: finish },
    };
  },
};
