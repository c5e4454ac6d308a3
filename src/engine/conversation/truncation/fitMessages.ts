import type { ReleaseRules } from '../../core/agentscopeReleases.ts';
import { EngineError } from '../../core/errors.ts';
import { isPyList, PyFloat, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import type { FormattedMessages } from '../../messages/formattedMessages.ts';
import { checkMsg, type Msg } from '../../messages/msg.ts';
import type { Truncate } from '../../messages/truncation.ts';
import { pyStr } from '../../python/index.ts';
import type { PayloadCounter } from '../../tokens/index.ts';
import { fitByRounds, fitFifo } from './fitRounds.ts';
import type { MessageFormat } from './messageFormat.ts';

/** What messages have to fit, and how they are made to. Absent: the class's default. */
export interface FitOptions {
  readonly maxTokens?: PyValue;
  readonly counter?: PayloadCounter;
  /** How messages are made to fit. Absent: AgentScope's FIFO. */
  readonly truncate?: Truncate;
}

/** Formats messages, of a formatter of ours or of a module, so that the payload fits. Raises `EngineError` where the system raises. */
export async function fitMessages(
  msgs: readonly Msg[],
  makeFormat: () => MessageFormat,
  { maxTokens, counter, truncate }: FitOptions,
  rules: ReleaseRules,
  signal?: { readonly aborted: boolean },
): Promise<FormattedMessages> {
  const limit = readLimit(maxTokens ?? null);
  for (const msg of msgs) checkMsg(msg, rules);
  const shownLimit = pyStr(maxTokens ?? null);
  const fitting = { msgs, format: makeFormat(), signal, shownLimit, ...(limit !== undefined && { limit }) };
  if (!counter) return { payload: await fitting.format.format(msgs), outcomes: msgs.map(() => ({ kept: true })) };
  if (truncate) return fitByRounds({ ...fitting, counter }, truncate);
  return (fitting.format.fitFifo ?? fitFifo)({ ...fitting, counter });
}

function readLimit(maxTokens: PyValue): number | undefined {
  if (maxTokens === null) return undefined;
  const limit = maxTokens instanceof PyFloat ? maxTokens.value : Number(maxTokens);
  if (typeof maxTokens === 'string' || isPyList(maxTokens) || Number.isNaN(limit))
    throw new EngineError('TypeError', `'<' not supported between instances of 'int' and '${pyTypeName(maxTokens)}'`);
  if (limit <= 0) throw new EngineError('AssertionError', 'max_tokens must be greater than 0');
  return limit;
}
