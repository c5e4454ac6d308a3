import type { System } from '../../parsers/system.ts';
import { customParser } from './customParser.ts';

/** Parsers of the author’s own. */
export const custom: System = {
  name: 'Custom',
  types: [customParser],
};
