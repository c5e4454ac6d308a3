import { EngineError } from '../core/errors.ts';
import type { PyValue } from '../core/pyValue.ts';
import { pyStr } from '../python/index.ts';
import type { ImageSize } from './imageSize.ts';

/**
 * AgentScope's tokens of an image, by the model's name. Models that see an image in patches of 32 pixels come first,
 * then those with tiles of 512; for every other model (gpt-4, gpt-4-turbo, gpt-5, …) AgentScope counts nothing.
 * Raises its `ValueError` for an o-model without constants and for an unknown `detail`.
 */
export function imageTokens(model: string, { width, height }: ImageSize, detail: PyValue): number {
  const factor = patchFactors.find(([prefix]) => model.startsWith(prefix))?.[1];
  if (factor !== undefined) {
    const patches = Math.min(Math.ceil(width / 32) * Math.ceil(height / 32), 1536);
    return Math.ceil(patches * factor);
  }
  if (!/^(?:gpt-4o|gpt-4\.1|o)/.test(model)) return 0;
  const [base, tile] = tileTokens(model);
  if (detail === 'low') return base;
  if (detail === 'auto' || detail === 'high') return base + tile * countTiles(width, height);
  throw new EngineError(
    'ValueError',
    `Unsupported image detail ${pyStr(detail)}, expected one of ['low', 'auto', 'high'].`,
  );
}

const patchFactors: readonly (readonly [string, number])[] = [
  ['gpt-4.1-mini', 1.62],
  ['gpt-4.1-nano', 2.46],
  ['o4-mini', 1.72],
];

/** Tokens of any image, and of each tile. */
function tileTokens(model: string): readonly [number, number] {
  if (model.startsWith('gpt')) return [85, 170];
  if (/^o[13]/.test(model)) return [75, 150];
  throw new EngineError('ValueError', `Unsupported OpenAI model ${model} for token counting. `);
}

/** Tiles of 512 pixels after scaling into 2048 × 2048 and then, up or down, to a shorter side of 768. Raises `ZeroDivisionError` for a side that vanishes. */
function countTiles(width: number, height: number): number {
  let [w, h] = [width, height];
  const scale = (ratio: number): void => {
    w = Math.trunc(w * ratio);
    h = Math.trunc(h * ratio);
  };
  if (w > 2048 || h > 2048) scale(Math.min(2048 / w, 2048 / h));
  const shorter = Math.min(w, h);
  if (shorter === 0) throw new EngineError('ZeroDivisionError', 'division by zero');
  if (shorter !== 768) scale(768 / shorter);
  return Math.floor((w + 511) / 512) * Math.floor((h + 511) / 512);
}
