// conversation/: reading, formatting, checking; `messages/`, `formatters/`, `truncation/`.

export type { Conversation, ConversationMessage } from '../messages/conversation.ts';
export type { MigratedConversation } from '../messages/conversationFormatting.ts';
export type { FormatConversationOptions } from '../messages/formatConversationOptions.ts';
export type { FormatResult } from '../messages/formatResult.ts';
export type { MessageOutcome } from '../messages/formattedMessages.ts';
export type {
  InstructedConversation,
  InstructionOutcome,
  InstructionPlace,
  PlacedExample,
  PlacedInstruction,
} from '../messages/placedInstruction.ts';
export { type Answer, answerSpan, appendAnswer, isAnswer, readAnswer } from './answers/readAnswer.ts';
export { type CheckConversationOptions, checkConversation } from './checkConversation.ts';
export { setConversationOptions } from './conversationEdits.ts';
export { conversationProblems, counterRaises, raisedProblem } from './conversationProblems.ts';
export { conversationSchema } from './conversationSchema.ts';
export { formatConversation } from './formatConversation.ts';
export { type FormatterInfo, formatters, moduleFormatterName } from './formatters/registry.ts';
export type { ParserSources } from './instruction/conversationParser.ts';
export {
  type ParserReferenceSpans,
  parserReferenceSpans,
  renameParserReference,
} from './instruction/parserReference.ts';
export { instructConversation } from './instruction/placeInstruction.ts';
export {
  backToFirstGeneration,
  contextSizeFor,
  conversationVersions,
  formattingFor,
  migrateConversation,
  ownFormatters,
  recordedReleases,
  renamedFormatters,
  unknownFormatter,
} from './otherVersions.ts';
export { type ConversationFile, readConversation } from './readConversation.ts';
export { type ResolvedConversation, resolveConversation } from './resolveConversation.ts';
export { type RunCount, type RunSummary, RunTally, runLineText } from './runs/runLog.ts';
export { type Answered, runOnce } from './runs/runOnce.ts';
export { type RunStart, startConversation, startTask } from './runs/runStart.ts';
export { truncations } from './truncation/registry.ts';
