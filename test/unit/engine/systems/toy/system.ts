import type { System } from '../../../../../src/engine/parsers/system.ts';
import { toyCount } from './toyCount.ts';
import { toyFormatting } from './toyFormatting.ts';
import { toyLine } from './toyLine.ts';
import { toyObject } from './toyObject.ts';
import { toyPairs } from './toyPairs.ts';

/** A system for tests: what docs/extending.md says of adding one is tried with it, by test/run/withoutSystem.mjs. */
export const toy: System = {
  name: 'Toy',
  types: [toyLine, toyPairs, toyCount, toyObject],
  formatting: toyFormatting,
};
