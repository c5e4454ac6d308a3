import { createJudge, type Definition, type ModelMessage, type Verdict } from '../../engine/index.ts';
import type { Io } from '../io.ts';

/** An answer of a run. */
interface Answer {
  readonly response: string | ModelMessage;
  /** The provider's word for why it ended. */
  readonly finish?: string | undefined;
}

/** What counts of an answer: it was read when an evaluation of its log calls it `ok`. */
export type ReadVerdict = Extract<Verdict, 'ok' | 'suspicious' | 'error'>;

/** Makes what judges answers. `undefined`: an evaluation passes the answer over, so that it is no part of the share. */
export function readJudge(definition: Definition, { host }: Io): (answer: Answer) => Promise<ReadVerdict | undefined> {
  const judge = createJudge(definition, {}, host);
  let line = 0;
  return async ({ response, finish }) => {
    const row = { place: { log: 0, line: ++line }, response, columns: {}, ...(finish !== undefined && { finish }) };
    const { verdict } = await judge(row);
    if (verdict === 'right') return 'ok';
    return verdict === 'ok' || verdict === 'error' || verdict === 'suspicious' ? verdict : undefined;
  };
}
