import type { PyDict } from '../../../../../src/engine/core/pyValue.ts';
import type { Definition } from '../../../../../src/engine/definition/definition.ts';
import { readDefinitions } from '../../../../../src/engine/definition/readDefinitions.ts';
import { parserTypes } from '../../../../../src/engine/parsers/registry.ts';
import { toJsonText } from '../../../../../src/engine/python/jsonDumps.ts';

/** The definition of a file that holds these keys. */
export function definitionOf(config: PyDict, name = 'thing'): Definition {
  const { definitions } = readDefinitions(toJsonText(config), `${name}.parser.json`, parserTypes);
  return definitions[0]!;
}
