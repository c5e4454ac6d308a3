import type { ReadFunction } from '../../code/schema/functions.ts';
import { dict, type PyDict } from '../../core/pyValue.ts';
import type { SystemForms } from '../systemForms.ts';
import { installedLangroid } from './forms/installedLangroid.ts';
import { langroidExport } from './forms/langroidExport.ts';
import { readTool } from './forms/readTool.ts';
import { langroidPython } from './forms/readTools.ts';

/** Tools of Langroid that have these functions. */
function toolsOfFunctions(functions: readonly ReadFunction[]): PyDict {
  return dict({ type: 'ToolMessage', tools: functions.map(toolOf) });
}

function toolOf({ name, description, parameters }: ReadFunction): PyDict {
  const purpose = description === `Tool for ${name}` ? undefined : description;
  return dict({ request: name, purpose, schema: parameters });
}

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
