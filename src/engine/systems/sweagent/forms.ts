import type { SystemForms } from '../systemForms.ts';
import { commandsOfFunctions } from './forms/commandsOfFunctions.ts';
import { installedSweAgent } from './forms/installedSweAgent.ts';
import { sweAgentYamlImport } from './forms/readSweAgentYaml.ts';
import { sweAgentYaml } from './forms/sweAgentYaml.ts';

/** SWE-agent’s YAML. */
export const sweagentForms: SystemForms = {
  system: 'SWE-agent',
  exports: [{ place: 80, entry: sweAgentYaml }],
  imports: [{ place: 30, entry: sweAgentYamlImport }],
  exactly: commandsOfFunctions,
  installed: () => installedSweAgent,
};
