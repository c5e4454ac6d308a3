import { oneLine } from '../engine/index.ts';
import type { Args } from './args.ts';
import { UsageError } from './io.ts';

/** The share of `--min-rate`, from 0 to 1, where it may stand as a percentage; `undefined`: none is wanted. Throws `UsageError`. */
export function readMinRate(command: string, args: Args): number | undefined {
  const given = args.value('min-rate');
  if (given === undefined) return undefined;
  const [, digits, sign] = /^(\d+\.?\d*|\.\d+)\s*(%?)$/.exec(given.trim()) ?? [];
  const rate = digits === undefined ? Number.NaN : Number(digits) / (sign ? 100 : 1);
  if (rate >= 0 && rate <= 1) return rate;
  throw new UsageError(`parserlens ${command}: --min-rate ${oneLine(given)}: write a share such as 0.95 or 95%.`);
}
