import type { SystemForms } from '../systemForms.ts';
import { sweAgentYamlImport } from './forms/readSweAgentYaml.ts';
import { sweAgentYaml } from './forms/sweAgentYaml.ts';

/** SWE-agent’s YAML. */
export const sweagentForms: SystemForms = {
  exports: [{ place: 80, entry: sweAgentYaml }],
  imports: [{ place: 30, entry: sweAgentYamlImport }],
};
