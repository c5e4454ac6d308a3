import type { Args } from './args.ts';
import { UsageError } from './io.ts';

/** The share of `--min-rate`, from 0 to 1; `undefined`: none is wanted. Throws `UsageError`. */
export function readMinRate(command: string, args: Args): number | undefined {
  const given = args.value('min-rate');
  if (given === undefined) return undefined;
  const rate = /^(?:\d+\.?\d*|\.\d+)$/.test(given) ? Number(given) : Number.NaN;
  if (!(rate >= 0 && rate <= 1))
    throw new UsageError(`parserlens ${command}: --min-rate ${given}: write a share from 0 to 1, such as 0.95.`);
  return rate;
}
