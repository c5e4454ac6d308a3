import type { System } from '../../parsers/system.ts';
import { adapterRules } from './convert/betweenAdapters.ts';
import { dspyTypes } from './dspyTypes.ts';

/** DSPy. */
export const dspy: System = {
  name: 'DSPy',
  types: dspyTypes,
  conversions: adapterRules,
};
