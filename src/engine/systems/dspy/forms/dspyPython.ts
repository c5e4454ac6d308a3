import type { PythonReading } from '../../../code/python/read/readPython.ts';
import { readDspy } from './readDspy.ts';

/** Modules and signatures of DSPy. */
export const dspyPython: PythonReading = {
  traces: /\bdspy\b/,
  isInSources: true,
  readClasses: (outline, models, isMeant) => ({ found: readDspy(outline, models, isMeant) }),
};
