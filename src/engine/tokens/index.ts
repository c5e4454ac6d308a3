// tokens/: token counters, vocabularies, chat templates.

export { applyChatTemplate, type ChatTemplateRequest, chatTemplateOf } from './chatTemplates/applyChatTemplate.ts';
export { chatTemplateArguments, chatTemplateFaults } from './chatTemplates/chatTemplateFaults.ts';
export {
  type CompiledChatTemplate,
  chatOptions,
  compileChatTemplate,
  type RenderedChat,
} from './chatTemplates/compiledChatTemplate.ts';
export {
  completeChatTemplate,
  type TemplateCompletion,
  type TemplateWord,
} from './chatTemplates/completeChatTemplate.ts';
export type { ApiCounting, TokenCounter, TokenCounterSpec, TokenCounterType } from './counter.ts';
export type { AdditiveCounting, PayloadCounter, TextCounts, TextPieces } from './counting.ts';
export { createTokenCounter, tokenCounterSpec, usualCounter } from './createTokenCounter.ts';
export type { TokenSpan } from './encoding.ts';
export { libraryTokenizer } from './huggingFace/libraryTokenizer.ts';
export { readChatConversation, type TripConversation, tripsThrough } from './modelFolder/chatMessages.ts';
export { builtInChats, builtInTools, type ChatPreviewRequest, previewChat } from './modelFolder/chatPreview.ts';
export {
  isModelText,
  keySpanAt,
  keySpanOf,
  type ModelChatTemplate,
  modelFileNames,
  moreTemplatesFolder,
  type OpenModel,
  placesOf,
  readOpenModel,
  reasoningKey,
  spanAt,
} from './modelFolder/modelFolder.ts';
export { tokenCounterTypes } from './registry.ts';
