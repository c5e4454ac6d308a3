import { EngineError } from '../core/errors.ts';
import { type PyValue, toPlain } from '../core/pyValue.ts';
import type { ParseError } from '../core/result.ts';
import type { Definition } from '../parsers/definition.ts';

/** What a framework's own streaming gives of an answer that has not ended, guesses included: a value, nothing yet, or what it raises. */
export interface StreamedValue {
  readonly value?: unknown;
  /** Not enumerable. */
  readonly exact?: PyValue;
  readonly error?: ParseError;
}

/**
 * What the framework itself gives of an answer so far, such as the value that LangChain's streaming yields: it closes
 * what is open, and what it closed may change. `undefined` where it gives nothing before the end. Linear. Never throws.
 */
export function streamedValue(definition: Definition, text: string): StreamedValue | undefined {
  const { parserType, source } = definition;
  if (!parserType.streams?.partial) return undefined;
  try {
    const exact = parserType.streams?.partial(source, text);
    if (exact === undefined) return {};
    return Object.defineProperty({ value: toPlain(exact) }, 'exact', { value: exact }) as StreamedValue;
  } catch (error) {
    // Nested too deeply for the stack.
    if (error instanceof RangeError) return { error: { class: 'RangeError', message: error.message } };
    if (!(error instanceof EngineError)) throw error;
    return { error: { class: error.class, message: error.message } };
  }
}
