import type { LogReader } from './logReader.ts';
import { memberAt, textAt } from './plainData.ts';

/** Steps of SWE-agent's trajectories, `NAME.traj`. What they repeat in their history is not counted again. */
export const sweAgentTrajectory: LogReader = {
  name: 'swe-agent',
  title: 'SWE-agent trajectories',
  field: 'trajectory[*].response',
  recognises: record =>
    typeof memberAt(record, 'response') === 'string' &&
    typeof memberAt(record, 'action') === 'string' &&
    typeof memberAt(record, 'observation') === 'string',
  read(record, header) {
    const response = textAt(memberAt(record, 'response'));
    return {
      ...(response === undefined ? { skip: 'no-response' as const } : { response }),
      columns: { environment: memberAt(header, 'environment') },
    };
  },
};
