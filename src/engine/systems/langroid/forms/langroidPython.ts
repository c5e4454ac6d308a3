import type { PythonReading } from '../../../code/python/read/readPython.ts';
import { readTools } from './readTools.ts';
import { toolBases } from './toolFacts.ts';

/** Tool classes of Langroid, and the agents that are told of them. */
export const langroidPython: PythonReading = {
  traces: /ToolMessage/,
  bases: toolBases,
  readClasses: (...args) => ({ found: readTools(...args) }),
};
