import type { SystemForms } from '../systemForms.ts';
import { installedAgentscope2, payloadOf2 } from './forms/installedAgentscope2.ts';

/** How AgentScope 2 is asked. */
export const agentscope2Forms: SystemForms = {
  system: 'AgentScope 2',
  payloadInPython: payloadOf2,
  installed: () => installedAgentscope2,
};
