import type { SystemForms } from '../systemForms.ts';
import { agentscopeExport, installedAgentscope } from './forms/agentscopeExport.ts';
import { agentscopePayload } from './forms/agentscopePayload.ts';
import { agentscopeCustomClasses, agentscopePython } from './forms/agentscopePython.ts';
import { agentscopeClasses } from './forms/parserClasses.ts';

/** Constructor calls of AgentScope’s parsers in Python, and classes that derive from its own. */
export const agentscopeForms: SystemForms = {
  system: 'AgentScope',
  exports: [{ place: 10, entry: agentscopeExport }],
  python: [
    { place: 10, entry: agentscopePython },
    { place: 50, entry: agentscopeCustomClasses },
  ],
  pythonClasses: agentscopeClasses,
  payloadInPython: agentscopePayload,
  installed: () => installedAgentscope,
};
