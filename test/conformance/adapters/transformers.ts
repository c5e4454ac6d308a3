import { totalOperation } from './totalOperation.ts';
import { renderChatTemplate } from './transformers/chatOperations.ts';
import { checkTemplate, roundTrip } from './transformers/roundTripOperations.ts';
import { contentParser, loadTemplate, parseResponse, stream } from './transformers/templateOperations.ts';

/**
 * Hugging Face transformers 5.18.0, and by their `version` 5.17.0: response templates and chat templates. Every operation takes the keys of a recorded case
 * and gives plain data: what JSON does not have is `{$py: repr}`. Errors have the class and the message of transformers.
 */
export const transformers = Object.freeze({
  loadTemplate: totalOperation(loadTemplate),
  contentParser: totalOperation(contentParser),
  parseResponse: totalOperation(parseResponse),
  stream: totalOperation(stream),
  renderChatTemplate: totalOperation(renderChatTemplate),
  roundTrip: totalOperation(roundTrip),
  checkTemplate: totalOperation(checkTemplate),
});
