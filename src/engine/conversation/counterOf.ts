import { EngineError } from '../core/errors.ts';
import { PyFloat, type PyList, type PyValue, pyTypeName, toPlain } from '../core/pyValue.ts';
import type { Conversation } from '../messages/conversation.ts';
import type { ConversationCounter } from '../messages/conversationFormatting.ts';
import type { FormatConversationOptions } from '../messages/formatConversationOptions.ts';
import type { ConversationModule } from '../messages/truncation.ts';
import { runModule } from '../modules/index.ts';
import type { PayloadCounter } from '../tokens/index.ts';
import type { ResolvedConversation } from './resolveConversation.ts';
import { functionsOf } from './truncation/moduleFormatter.ts';

/** The counter that a module is for its own payloads; `undefined`: it counts nothing. */
export async function countedByModule(own: ConversationModule): Promise<ConversationCounter | undefined> {
  const payloads = await moduleCounter(own);
  return payloads && { payloads, original: () => undefined, exact: true, basis: `\`count\` of ${own.module}` };
}

/** The counter that a conversation is counted with, tools included; `undefined`: it has none. */
export function counterOf(
  resolved: ResolvedConversation,
  conversation: Conversation,
  { resources }: FormatConversationOptions,
): ConversationCounter | undefined {
  const found = resolved.counter();
  if (!found) return undefined;
  const tools = conversation.tools && conversation.tools.length > 0 ? conversation.tools : undefined;
  if (found.isOwn) {
    const { counter } = found;
    return {
      payloads: {
        count: payload => counter.count(payload, tools, resources),
        additive: () => counter.additive?.(tools),
      },
      original: () => undefined,
      exact: counter.exact,
      ...(counter.formula && { formula: counter.formula }),
      basis: counter.basis,
    };
  }
  const lists = new WeakMap<readonly PyValue[], unknown[]>();
  const plainTools = tools?.map(toPlain);
  return {
    payloads: {
      count(payload) {
        const list = (payload as PyList).map(toPlain);
        lists.set(payload as PyList, list);
        return found.counter.count(list, plainTools);
      },
    },
    original: payload => lists.get(payload),
    exact: found.counter.exact ?? false,
    basis: found.counter.basis,
  };
}

/** `_count` of a formatter of the user's own, the module's `count(payload)`; `undefined` where the module has none. Its counts are a whole number of tokens, else it raises `ModuleValueError`. */
async function moduleCounter(own: ConversationModule): Promise<PayloadCounter | undefined> {
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
