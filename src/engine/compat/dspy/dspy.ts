import { totalOperation } from '../totalOperation.ts';
import { format, parse } from './adapterOperations.ts';

/**
 * DSPy 3.3.1's adapters. Every operation takes one object with the keys of a recorded case; errors have the class and the
 * message of DSPy.
 */
export const dspy = Object.freeze({
  format: totalOperation(format),
  parse: totalOperation(parse),
});
