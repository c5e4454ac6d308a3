import type { AsksAgain } from '../../parsers/parserFeatures.ts';

/** Which AgentScope the parsers are of, one line for hovers. */
export const release =
  'As in AgentScope 0.1.6: AgentScope 1 has no parsers, so the `agentscope_version` of conversations says nothing about them.';

/** AgentScope's `ReActAgent`: the raw answer and `Msg("system", str(error))` go into the memory, and the next round begins. */
export const asksAgain: AsksAgain = {
  withAnswer: true,
  role: 'system',
  failures: 'all',
  note: 'AgentScope’s ReActAgent puts the answer and the error, said by the system, into its memory; DictDialogAgent does not ask again.',
};
