import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';

/**
 * mini-swe-agent's `recursive_merge`: mappings deeply, anything else is replaced by what comes later; `null` among the
 * configurations is skipped. Raises Python's `AttributeError` for a configuration that is not a mapping. Linear.
 */
export function mergeConfigs(configs: readonly PyValue[]): PyDict {
  const merged = new Map<string, PyValue>();
  for (const config of configs) {
    if (config === null) continue;
    if (!isPyDict(config))
      throw new EngineError('AttributeError', `'${pyTypeName(config)}' object has no attribute 'items'`);
    for (const [key, value] of config) {
      const before = merged.get(key);
      const isMerged = isPyDict(before) && isPyDict(value);
      merged.set(key, isMerged ? mergeConfigs([before, value]) : isPyList(value) ? [...value] : value);
    }
  }
  return merged;
}
