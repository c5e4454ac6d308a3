import type { FileFallback } from '../engine/index.ts';

/** What a framework sent again in silence, in words; `undefined`: nothing. `tried`: the answers that were read or not. */
export function fallbackText(fallback: FileFallback | undefined, tried: number): string | undefined {
  if (!fallback || fallback.requests === 0) return undefined;
  const { reader, requests, tokens } = fallback;
  const count = (number: number) => number.toLocaleString('en-US');
  const share = `${count(requests)} of ${count(tried)} ${tried === 1 ? 'answer' : 'answers'}`;
  const cost = tokens
    ? `: ${count(requests)} × ${count(tokens.request)} = ${count(tokens.all)} tokens without inputs (${tokens.counter})`
    : '';
  return `After ${share} the framework asks again, with ${reader}, and says nothing of it${cost}. What that reads is not known here.`;
}
