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
export { createTokenCounter, tokenCounterSpec } from './createTokenCounter.ts';
export type { TokenSpan } from './encoding.ts';
export { libraryTokenizer } from './huggingFace/libraryTokenizer.ts';
export { readChatConversation, type TripConversation, tripsThrough } from './modelFolder/chatMessages.ts';
export { builtInChats, builtInTools, type ChatPreviewRequest, previewChat } from './modelFolder/chatPreview.ts';
export {
  isModelText,
  type ModelChatTemplate,
  modelFileNames,
  moreTemplatesFolder,
  type OpenModel,
  readOpenModel,
  reasoningKey,
} from './modelFolder/modelFolder.ts';
export { keySpanAt, keySpanOf, placesOf, spanAt } from './modelFolder/modelPlaces.ts';
export { tokenCounterTypes } from './registry.ts';
export { usualCounter } from './usualCounter.ts';
