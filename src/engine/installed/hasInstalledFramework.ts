import type { Definition } from '../parsers/definition.ts';
import { systemsInPython } from '../systems/registry.ts';

/** Whether a framework in Python has a definition's class. In a file of its own, which brings no code that writes Python. */
export const hasInstalledFramework = (definition: Definition): boolean =>
  systemsInPython.includes(definition.parserType.system);
