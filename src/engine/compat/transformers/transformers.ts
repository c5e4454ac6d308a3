import { EngineError } from '../../core/errors.ts';
import { renderChatTemplate } from './chatOperations.ts';
import { checkTemplate, roundTrip } from './roundTripOperations.ts';
import { contentParser, loadTemplate, parseResponse, stream } from './templateOperations.ts';
import type { TransformersInput } from './transformersInput.ts';

/** An operation that throws nothing but `EngineError`: a `TypeError` too, for a case whose members are not what they should be. */
function total<T>(operation: (input: TransformersInput) => T): (input: TransformersInput) => T {
  return input => {
    try {
      return operation(input);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw new EngineError(
        error instanceof RangeError ? 'RecursionError' : 'TypeError',
        error instanceof Error ? error.message : String(error),
      );
    }
  };
}

/**
 * Hugging Face transformers 5.17.0: response templates and chat templates. Every operation takes the keys of a recorded case
 * and gives plain data: what JSON does not have is `{$py: repr}`. Errors have the class and the message of transformers.
 */
export const transformers = Object.freeze({
  loadTemplate: total(loadTemplate),
  contentParser: total(contentParser),
  parseResponse: total(parseResponse),
  stream: total(stream),
  renderChatTemplate: total(renderChatTemplate),
  roundTrip: total(roundTrip),
  checkTemplate: total(checkTemplate),
});
