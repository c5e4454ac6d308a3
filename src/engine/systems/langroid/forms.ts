import type { SystemForms } from '../systemForms.ts';
import { installedLangroid } from './forms/installedLangroid.ts';
import { langroidExport } from './forms/langroidExport.ts';
import { langroidPython } from './forms/langroidPython.ts';
import { readTool } from './forms/readTool.ts';
import { toolsOfFunctions } from './forms/toolsOfFunctions.ts';

/** Tool classes of Langroid in Python. */
export const langroidForms: SystemForms = {
  system: 'Langroid',
  exports: [{ place: 20, entry: langroidExport }],
  python: [{ place: 30, entry: langroidPython }],
  // Its tools are classes, which are read where they stand.
  pythonClasses: { packages: /^langroid(?:\.|$)/, typeOf: () => undefined, modulesOf: () => [] },
  toolClass: readTool,
  asTools: toolsOfFunctions,
  installed: () => installedLangroid,
};
