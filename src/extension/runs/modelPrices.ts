import type { ModelPrice } from '../../providers/usageTally.ts';
import { getSetting } from '../settings.ts';

/** The prices of the setting by model; what is not a price is left out. */
export function modelPrices(): Readonly<Record<string, ModelPrice>> {
  const isPrice = (value: unknown): value is number => typeof value === 'number' && value >= 0;
  return Object.fromEntries(
    Object.entries(getSetting('prices')).flatMap(([model, price]) => {
      const { input, output } = (price ?? {}) as { readonly input?: unknown; readonly output?: unknown };
      return isPrice(input) && isPrice(output) ? [[model, { input, output }]] : [];
    }),
  );
}
