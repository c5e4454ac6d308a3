import type { InstalledFramework } from '../parsers/askedFramework.ts';
import type { Definition } from '../parsers/definition.ts';
import { formsOf, systemsInPython } from '../systems/registry.ts';

/** The framework in Python that a definition’s type is of; `undefined`: there is none, as for parsers of one's own. */
export function installedFramework(definition: Definition): InstalledFramework | undefined {
  return formsOf(definition.parserType.system)?.installed?.(definition);
}

/** Whether a framework in Python has a definition's class. In a file of its own, which brings no code that writes Python. */
export const hasInstalledFramework = (definition: Definition): boolean =>
  systemsInPython.includes(definition.parserType.system);
