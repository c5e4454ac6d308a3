import type { SystemForms } from '../systemForms.ts';
import { dspyExport } from './forms/dspyExport.ts';
import { installedDspy } from './forms/installedDspy.ts';
import { dspyPython } from './forms/readDspy.ts';

/** Modules and signatures of DSPy in Python. */
export const dspyForms: SystemForms = {
  system: 'DSPy',
  exports: [{ place: 40, entry: dspyExport }],
  python: [{ place: 40, entry: dspyPython }],
  installed: () => installedDspy,
};
