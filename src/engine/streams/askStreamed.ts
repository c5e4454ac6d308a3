import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import { toPlain } from '../core/pyValue.ts';
import type { Definition } from '../parsers/definition.ts';
import { type StreamedValue, streamedValue } from './streamedValue.ts';

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
    const given = await ask(source, text, ends, host);
    if (!given) return undefined;
    const { framework, value } = given;
    if (value === undefined) return { framework, streamed: {} };
    const streamed = Object.defineProperty({ value: toPlain(value) }, 'exact', { value }) as StreamedValue;
    return { framework, streamed };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { framework: parserType.system, streamed: { error: { class: error.class, message: error.message } } };
  }
}
