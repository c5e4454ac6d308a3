import { EngineError } from '../../../src/engine/core/errors.ts';
import type { PyValue } from '../../../src/engine/core/pyValue.ts';
import { loadYaml } from '../../../src/engine/text/yaml/yamlLoad.ts';

/** The value of a YAML file. Throws a `YAMLError`, named as PyYAML's base class, with file, line and column. */
export function yamlFile(path: string, text: string): PyValue {
  const loaded = loadYaml(text);
  if ('value' in loaded) return loaded.value;
  const before = text.slice(0, loaded.span.start).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  throw new EngineError('YAMLError', `${path} cannot be read as YAML (${place}): ${loaded.message}`);
}
