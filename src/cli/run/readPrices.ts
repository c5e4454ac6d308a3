import type { ModelPrice } from '../../providers/usageTally.ts';
import { UsageError } from '../io.ts';

/** The prices of `--price MODEL=IN/OUT`, by model. Throws `UsageError`. */
export function readPrices(written: readonly string[]): Readonly<Record<string, ModelPrice>> {
  return Object.fromEntries(
    written.map(each => {
      const [, model, input, output] = /^(.+)=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(each) ?? [];
      if (model === undefined)
        throw new UsageError(`parserlens run: --price ${each}: write MODEL=IN/OUT, such as gpt-4o=2.5/10.`);
      return [model, { input: Number(input), output: Number(output) }];
    }),
  );
}
