import { EngineError } from '../../core/errors.ts';
import { PyFloat, type PyList, pyTypeName, toPlain } from '../../core/pyValue.ts';
import type { ConversationModule } from '../../messages/truncation.ts';
import { runModule } from '../../modules/index.ts';
import type { PayloadCounter } from '../../tokens/index.ts';
import { functionsOf } from './moduleFormatter.ts';

/** `_count` of a formatter of the user's own, the module's `count(payload)`; `undefined` where the module has none. Its counts are a whole number of tokens, else it raises `ModuleValueError`. */
export async function moduleCounter(own: ConversationModule): Promise<PayloadCounter | undefined> {
  if (!(await functionsOf(own)).has('count')) return undefined;
  const { module, file, host } = own;
  return {
    async count(payload) {
      const args = [(payload as PyList).map(toPlain)];
      const { value } = await runModule({ module, file, export: 'count', args, kind: 'function' }, host);
      const count = value instanceof PyFloat ? value.value : Number(value);
      const isNumber = typeof value === 'number' || typeof value === 'bigint' || value instanceof PyFloat;
      if (!isNumber || !Number.isSafeInteger(count) || count < 0)
        throw new EngineError(
          'ModuleValueError',
          `\`count\` must give a number of tokens, not ${isNumber ? count : pyTypeName(value)}.`,
        );
      return count;
    },
  };
}
