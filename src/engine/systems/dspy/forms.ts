import type { SystemForms } from '../systemForms.ts';
import { dspyExport } from './forms/dspyExport.ts';
import { dspyPython } from './forms/dspyPython.ts';

/** Modules and signatures of DSPy in Python. */
export const dspyForms: SystemForms = {
  exports: [{ place: 40, entry: dspyExport }],
  python: [{ place: 40, entry: dspyPython }],
};
