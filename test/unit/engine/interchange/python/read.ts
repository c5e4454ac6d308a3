import {
  type Definition,
  type PyDict,
  parserTypes,
  readDefinitions,
  toJsonText,
} from '../../../../../src/engine/index.ts';

/** The definition of a file that holds these keys. */
export function definitionOf(config: PyDict, name = 'thing'): Definition {
  const { definitions } = readDefinitions(toJsonText(config), `${name}.parser.json`, parserTypes);
  return definitions[0]!;
}
