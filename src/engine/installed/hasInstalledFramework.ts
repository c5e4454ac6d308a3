import type { Definition } from '../parsers/definition.ts';

/** The systems whose framework in Python can be asked. */
export const installedSystems = [
  'AgentScope',
  'LangChain',
  'Langroid',
  'SWE-agent',
  'mini-swe-agent',
  'AgentScope 2',
  'transformers',
  'DSPy',
] as const;

/** Whether a framework in Python has a definition's class. In a file of its own, which brings no code that writes Python. */
export const hasInstalledFramework = (definition: Definition): boolean =>
  installedSystems.some(name => name === definition.parserType.system);
