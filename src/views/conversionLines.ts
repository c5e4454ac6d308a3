import type { Conversion, ConversionTokens } from '../engine/index.ts';

/** What LangChain's runtimes are called. */
const runtimeTitles: Readonly<Record<string, string>> = { python: 'Python', js: 'JavaScript' };

/** The type that a conversion leads to, with its runtime where that is what changes. */
export function conversionTitle({ type, runtime }: Pick<Conversion, 'type' | 'runtime'>): string {
  return runtime ? `${type} (${runtimeTitles[runtime] ?? runtime})` : type;
}

/** What a conversion does to tokens, one line for what is sent, and one for an answer. */
export function tokenLines(tokens: ConversionTokens | undefined, counter: string): readonly string[] {
  if (!tokens) return [];
  const { sent, answer } = tokens;
  const line = (what: string, { before, after }: ConversionTokens['sent']) =>
    `${what}: ${before} tokens before, ${after} after (${counter}).`;
  return [
    line('Sent because of the definition', sent),
    ...(answer ? [line('An answer with example values', answer)] : []),
  ];
}
