import { memberAt, textAt } from '../../json/plainData.ts';
import type { LogReader } from '../../messages/logReader.ts';
import { firstChoice, messageResponse } from './messageResponse.ts';
import { plainRows } from './plainRows.ts';

const roles: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function', 'exit']);

/** Messages one by one, as in mini-swe-agent's trajectories (`NAME.traj.json`): those of the assistant are answers. */
export const messages: LogReader = {
  name: 'messages',
  title: 'messages, trajectories of mini-swe-agent',
  field: 'messages[*].content',
  recognises: record =>
    roles.has(memberAt(record, 'role')) &&
    memberAt(record, 'response') === undefined &&
    (memberAt(record, 'content') !== undefined || memberAt(record, 'tool_calls') !== undefined),
  read(record, header) {
    const { response: _, skip: __, columns, finish: own, ...parts } = plainRows.read(record, header);
    const finish = own ?? textAt(firstChoice(memberAt(record, 'extra', 'response'))?.finish_reason);
    const isResponse = memberAt(record, 'object') === 'response';
    return {
      ...parts,
      ...(isResponse
        ? { response: record as object }
        : memberAt(record, 'role') === 'assistant'
          ? messageResponse(record)
          : { skip: 'not-an-answer' as const }),
      ...(finish !== undefined && { finish }),
      columns: {
        model: memberAt(header, 'info', 'config', 'model', 'model_name'),
        exit_status: memberAt(header, 'info', 'exit_status'),
        ...columns,
      },
    };
  },
};
