import { createJudge, type Definition, type ModelMessage, type Verdict } from '../../engine/index.ts';
import type { Io } from '../io.ts';
import type { MemberTally } from './memberTally.ts';

/** An answer of a run. */
interface Answer {
  readonly response: string | ModelMessage;
  /** The provider's word for why it ended. */
  readonly finish?: string | undefined;
}

/** What counts of an answer: it was read when an evaluation of its log calls it `ok`. */
export type ReadVerdict = Extract<Verdict, 'ok' | 'suspicious' | 'error'>;

/** Makes what judges answers, and adds to `members` what was wrong with them. `undefined`: an evaluation passes the answer over, so that it is no part of the share. */
export function readJudge(
  definition: Definition,
  { host }: Io,
  members: MemberTally,
): (answer: Answer) => Promise<ReadVerdict | undefined> {
  const judge = createJudge(definition, {}, host);
  let line = 0;
  return async ({ response, finish }) => {
    const row = { place: { log: 0, line: ++line }, response, columns: {}, ...(finish !== undefined && { finish }) };
    const judged = await judge(row);
    const { verdict } = judged;
    members.add(judged);
    if (verdict === 'right') return 'ok';
    return verdict === 'ok' || verdict === 'error' || verdict === 'suspicious' ? verdict : undefined;
  };
}
