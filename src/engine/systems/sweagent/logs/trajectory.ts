import { listAt, memberAt, textAt } from '../../../json/plainData.ts';
import type { LogReader } from '../../../messages/logReader.ts';

/** Steps of SWE-agent's trajectories, `NAME.traj`. What they repeat in their history is not counted again. */
export const trajectory: LogReader = {
  name: 'swe-agent',
  title: 'SWE-agent trajectories',
  field: 'trajectory[*].response',
  recognises: record =>
    typeof memberAt(record, 'response') === 'string' &&
    typeof memberAt(record, 'action') === 'string' &&
    typeof memberAt(record, 'observation') === 'string',
  read(record, header) {
    const response = textAt(memberAt(record, 'response'));
    const tool_calls = listAt(memberAt(header, 'calls', stepKey(response, memberAt(record, 'action'))));
    return {
      ...(response === undefined
        ? { skip: 'no-response' as const }
        : { response: tool_calls.length > 0 ? { content: response, tool_calls } : response }),
      columns: { environment: memberAt(header, 'environment') },
    };
  },
  calls: historyCalls,
};

/**
 * The calls of tools that the messages of a trajectory's history have, for the member `calls` of its header: a step does not
 * repeat them: its text and its action find it.
 */
function historyCalls(history: readonly unknown[]): Readonly<Record<string, unknown>> {
  const calls = history.flatMap((message): readonly (readonly [string, unknown])[] => {
    const own = listAt(memberAt(message, 'tool_calls'));
    const isAnswer = memberAt(message, 'role') === 'assistant' && own.length > 0;
    return isAnswer ? [[stepKey(memberAt(message, 'content'), memberAt(message, 'action')), own]] : [];
  });
  return Object.fromEntries(calls);
}

function stepKey(text: unknown, action: unknown): string {
  return JSON.stringify([text, action]);
}
