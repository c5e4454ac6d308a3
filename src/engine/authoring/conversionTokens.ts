import { applyEdits } from '../core/applyEdits.ts';
import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import { createParser, exampleResponse, readAgain } from '../definition/index.ts';
import type { Definition } from '../parsers/definition.ts';
import { createTokenCounter, type TokenCounterSpec } from '../tokens/index.ts';
import type { Conversion } from './convertType.ts';

/** What a conversion makes of what the model reads and writes, in tokens. */
export interface ConversionTokens {
  /** What the framework sends because of the definition: its instruction, messages, or what it binds. */
  readonly sent: TokenChange;
  /** An answer with example values. Absent: there is none in one of the forms. */
  readonly answer?: TokenChange;
}

interface TokenChange {
  readonly before: number;
  readonly after: number;
}

/**
 * How many tokens a definition costs before and after a conversion. `text` is the file that the definition was read from.
 * `undefined`: a refused conversion, or one whose counter, or whose instruction, cannot be had. Rejects with nothing of its own.
 */
export async function conversionTokens(
  text: string,
  definition: Definition,
  conversion: Conversion,
  counter: string | TokenCounterSpec,
  host: Host = {},
): Promise<ConversionTokens | undefined> {
  if ('refusal' in conversion) return undefined;
  const converted = readAgain(definition, applyEdits(text, conversion.edits));
  if (!converted) return undefined;
  try {
    const made = createTokenCounter(counter, host);
    const countText = (each: string) => made.countText(each);
    const sent = (each: Definition) => countText(createParser(each, host).formatInstruction());
    const [before, after] = [exampleResponse(definition), exampleResponse(converted)];
    return {
      sent: { before: await sent(definition), after: await sent(converted) },
      ...(before !== undefined &&
        after !== undefined && { answer: { before: await countText(before), after: await countText(after) } }),
    };
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}
