import type { ConversationMessage, FormatResult } from '../engine/index.ts';
import type { SummaryView } from '../protocol/conversationView.ts';
import { instructionIndex, instructionRows } from './conversationRows.ts';

/** What is compressed of a conversation of AgentScope 2; `undefined` where nothing is. */
export function summaryView(result: FormatResult, messages: readonly ConversationMessage[]): SummaryView | undefined {
  const cut = result.ok ? result.compression?.cut : undefined;
  if (!result.ok || !cut) return undefined;
  const { instruction, perMessage } = result;
  // An instruction in a message of its own, before all others, is counted by the cut, and so are examples.
  const putIn = (instruction?.place === 'before' ? 1 : 0) + (instruction?.examples?.length ?? 0);
  const at = Math.max(0, cut.message - putIn);
  // All of its blocks may go.
  const kept = perMessage[at]?.kept === false ? at + 1 : at;
  const isAbove =
    instruction !== undefined && instruction.place !== 'after' && instructionIndex(instruction, messages) <= kept;
  return {
    messages: perMessage.filter((outcome, index) => !outcome.kept || (index === at && cut.blocks > 0)).length,
    row: kept + (isAbove ? instructionRows(instruction) : 0),
    requestTokens: cut.requestTokens,
    hasRequest: cut.request !== undefined,
  };
}
