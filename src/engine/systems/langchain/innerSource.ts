import type { PyDict } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';

/** A definition that stands in another one, at a path; its own paths begin there. */
export function innerSource(
  source: DefinitionSource,
  path: readonly (string | number)[],
  config: PyDict,
): DefinitionSource {
  return {
    name: source.name,
    ...(source.file !== undefined && { file: source.file }),
    config,
    spanOf: inner => source.spanOf([...path, ...inner]),
    keySpanOf: inner => source.keySpanOf([...path, ...inner]),
    stringAt: inner => source.stringAt([...path, ...inner]),
  };
}
