import { createJudge, type Definition, type ModelMessage } from '../../engine/index.ts';
import type { Io } from '../io.ts';

/** An answer of a run. */
interface Answer {
  readonly response: string | ModelMessage;
  /** The provider's word for why it ended. */
  readonly finish?: string | undefined;
}

/**
 * Makes what says whether an answer counts as read: as an evaluation of its log calls it ok. `undefined`: an evaluation
 * passes it over, so that it is no part of the share.
 */
export function readJudge(definition: Definition, { host }: Io): (answer: Answer) => Promise<boolean | undefined> {
  const judge = createJudge(definition, {}, host);
  let line = 0;
  return async ({ response, finish }) => {
    const row = { place: { log: 0, line: ++line }, response, columns: {}, ...(finish !== undefined && { finish }) };
    const { verdict } = await judge(row);
    if (verdict === 'ok') return true;
    return verdict === 'error' || verdict === 'suspicious' ? false : undefined;
  };
}
