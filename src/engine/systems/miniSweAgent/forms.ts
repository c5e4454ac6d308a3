import type { SystemForms } from '../systemForms.ts';
import { installedMiniSweAgent } from './forms/installedMiniSweAgent.ts';
import { miniSweAgentYaml, miniSweAgentYamlImport } from './forms/miniSweAgentYaml.ts';

/** mini-swe-agent’s YAML. */
export const miniSweAgentForms: SystemForms = {
  system: 'mini-swe-agent',
  exports: [{ place: 81, entry: miniSweAgentYaml }],
  imports: [{ place: 31, entry: miniSweAgentYamlImport }],
  installed: () => installedMiniSweAgent,
};
