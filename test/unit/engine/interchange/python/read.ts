import type { PyDict } from '../../../../../src/engine/core/pyValue.ts';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import type { Definition } from '../../../../../src/engine/parsers/definition.ts';
import { toJsonText } from '../../../../../src/engine/python/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';

/** The definition of a file that holds these keys. */
export function definitionOf(config: PyDict, name = 'thing'): Definition {
  const { definitions } = readDefinitions(toJsonText(config), `${name}.parser.json`, parserTypes);
  return definitions[0]!;
}
