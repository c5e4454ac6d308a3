import type { SystemForms } from '../systemForms.ts';
import { installedMiniSweAgent } from './forms/installedMiniSweAgent.ts';
import { miniSweAgentYaml } from './forms/miniSweAgentYaml.ts';
import { miniSweAgentYamlImport } from './forms/readMiniSweAgentYaml.ts';

/** mini-swe-agent’s YAML. */
export const miniSweAgentForms: SystemForms = {
  system: 'mini-swe-agent',
  exports: [{ place: 81, entry: miniSweAgentYaml }],
  imports: [{ place: 31, entry: miniSweAgentYamlImport }],
  installed: () => installedMiniSweAgent,
};
