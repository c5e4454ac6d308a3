import assert from 'node:assert/strict';
import { type ParserType, parserTypes } from '../../../../src/engine/index.ts';

/** The type of the registry that definitions name so. */
export function typeNamed(name: string): ParserType {
  const found = parserTypes.find(({ type }) => type === name);
  assert(found, name);
  return found;
}
