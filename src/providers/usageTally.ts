/** What a model costs per million tokens, in whatever money the user reckons in. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** Tokens of one answer, or of all answers of a model: as the provider reports them, and by our own counter. */
export interface AnswerUsage {
  readonly input?: number;
  readonly output?: number;
  /** By our counter, for the same answers as `input` and `output`. */
  readonly own?: { readonly input: number; readonly output: number; readonly counter: string };
}

/** A side on which our counter is more than {@link tolerance} away from the provider's. */
export interface Miscount {
  readonly side: 'input' | 'output';
  readonly own: number;
  readonly reported: number;
  readonly counter: string;
}

/** What a model used. */
export interface ModelUsage extends AnswerUsage {
  readonly model: string;
  /** From the user's price; absent: there is none, or nothing was reported. */
  readonly cost?: number;
  readonly miscounts: readonly Miscount[];
}

/** The share by which two counts may differ. */
const tolerance = 0.02;

/** Sums what answers used, by model in the order of their first answers. */
export class UsageTally {
  readonly #prices: Readonly<Record<string, ModelPrice>>;
  readonly #models = new Map<
    string,
    { input?: number; output?: number; own?: { input: number; output: number; counter: string } }
  >();

  constructor(prices: Readonly<Record<string, ModelPrice>> = {}) {
    this.#prices = prices;
  }

  add(model: string, { input, output, own }: AnswerUsage): void {
    if (input === undefined && output === undefined) return;
    const sum = this.#models.get(model) ?? {};
    this.#models.set(model, sum);
    if (input !== undefined) sum.input = (sum.input ?? 0) + input;
    if (output !== undefined) sum.output = (sum.output ?? 0) + output;
    if (!own) return;
    sum.own ??= { input: 0, output: 0, counter: own.counter };
    // Only what both have counted can be compared.
    if (input !== undefined) sum.own.input += own.input;
    if (output !== undefined) sum.own.output += own.output;
  }

  models(): readonly ModelUsage[] {
    return [...this.#models].map(([model, usage]) => {
      const price = Object.hasOwn(this.#prices, model) ? this.#prices[model] : undefined;
      const { input = 0, output = 0 } = usage;
      const cost = price && (input * price.input + output * price.output) / 1e6;
      return { model, ...usage, ...(cost !== undefined && { cost }), miscounts: miscountsOf(usage) };
    });
  }
}

function miscountsOf({ input, output, own }: AnswerUsage): readonly Miscount[] {
  if (!own) return [];
  const { counter } = own;
  const sides = [
    { side: 'input', own: own.input, reported: input, counter },
    { side: 'output', own: own.output, reported: output, counter },
  ] as const;
  return sides.flatMap(each => {
    const { reported } = each;
    return reported !== undefined && Math.abs(each.own - reported) > tolerance * reported
      ? [{ ...each, reported }]
      : [];
  });
}
