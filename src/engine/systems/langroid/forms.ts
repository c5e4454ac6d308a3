import type { SystemForms } from '../systemForms.ts';
import { langroidExport } from './forms/langroidExport.ts';
import { langroidPython } from './forms/langroidPython.ts';

/** Tool classes of Langroid in Python. */
export const langroidForms: SystemForms = {
  exports: [{ place: 20, entry: langroidExport }],
  python: [{ place: 30, entry: langroidPython }],
};
