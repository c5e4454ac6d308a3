import assert from 'node:assert/strict';
import type { ParserType } from '../../../../src/engine/parsers/parserType.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';

/** The type of the registry that definitions name so. */
export function typeNamed(name: string): ParserType {
  const found = parserTypes.find(({ type }) => type === name);
  assert(found, name);
  return found;
}
