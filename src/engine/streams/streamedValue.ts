import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
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

/** What a framework's own streaming gives, and whose it is. */
export interface AskedStream {
  readonly framework: string;
  readonly streamed: StreamedValue;
}

/**
 * `streamedValue`, also of parsers of the author's own, whose streaming method the host runs. `ends`: the text is the whole
 * answer. `undefined`: there is no such method. Never rejects.
 */
export async function askStreamed(
  definition: Definition,
  text: string,
  ends: boolean,
  host: Host,
): Promise<AskedStream | undefined> {
  const { parserType, source } = definition;
  const ask = parserType.streams?.ask;
  if (!ask) {
    const streamed = streamedValue(definition, text);
    return streamed && { framework: parserType.system, streamed };
  }
  try {
    const own = await ask(source, text, ends, host);
    if (!own) return undefined;
    const { framework, value } = own;
    if (value === undefined) return { framework, streamed: {} };
    const streamed = Object.defineProperty({ value: toPlain(value) }, 'exact', { value }) as StreamedValue;
    return { framework, streamed };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { framework: parserType.system, streamed: { error: { class: error.class, message: error.message } } };
  }
}
