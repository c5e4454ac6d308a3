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
  readonly own?: {
    readonly input: number;
    readonly output: number;
    readonly counter: string;
    /** Of `input`, the texts of feedback with which the framework asked again. */
    readonly feedback?: number;
  };
}

/** What asking again took, a part of what was used in all. */
export interface RetryUsage {
  /** The requests that had an answer. */
  readonly requests: number;
  /** The tokens of the texts of feedback that were sent, by our counter; absent where it could not count. */
  readonly feedback?: number;
  readonly counter?: string;
  /** Of these requests, as the provider reports. */
  readonly input?: number;
  readonly output?: number;
  /** From the user's price. */
  readonly cost?: number;
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
  /** Absent: nothing was repeated. */
  readonly retries?: RetryUsage;
  readonly miscounts: readonly Miscount[];
}

/** The share by which two counts may differ. */
const tolerance = 0.02;

interface Sum {
  input?: number;
  output?: number;
  own?: { input: number; output: number; counter: string };
  retries?: { requests: number; feedback?: number; counter?: string; input?: number; output?: number };
}

/** Sums what answers used, by model in the order of their first answers. */
export class UsageTally {
  readonly #prices: Readonly<Record<string, ModelPrice>>;
  readonly #models = new Map<string, Sum>();

  constructor(prices: Readonly<Record<string, ModelPrice>> = {}) {
    this.#prices = prices;
  }

  /** Adds an answer; `retry` is 0 for the first of its run. */
  add(model: string, usage: AnswerUsage, retry = 0): void {
    const { input, output, own } = usage;
    const isReported = input !== undefined || output !== undefined;
    if (!isReported && retry === 0) return;
    const sum = this.#models.get(model) ?? {};
    this.#models.set(model, sum);
    if (retry > 0) addRetry(sum, usage);
    if (!isReported) return;
    addReported(sum, usage);
    if (!own) return;
    sum.own ??= { input: 0, output: 0, counter: own.counter };
    // Only what both have counted can be compared.
    if (input !== undefined) sum.own.input += own.input;
    if (output !== undefined) sum.own.output += own.output;
  }

  models(): readonly ModelUsage[] {
    return [...this.#models].map(([model, { retries, ...usage }]) => {
      const price = Object.hasOwn(this.#prices, model) ? this.#prices[model] : undefined;
      return {
        model,
        ...usage,
        ...costOf(usage, price),
        ...(retries && { retries: { ...retries, ...costOf(retries, price) } }),
        miscounts: miscountsOf(usage),
      };
    });
  }
}

type Reported = Pick<AnswerUsage, 'input' | 'output'>;

function addReported(sum: { input?: number; output?: number }, { input, output }: Reported): void {
  if (input !== undefined) sum.input = (sum.input ?? 0) + input;
  if (output !== undefined) sum.output = (sum.output ?? 0) + output;
}

function addRetry(sum: Sum, usage: AnswerUsage): void {
  sum.retries ??= { requests: 0 };
  const { retries } = sum;
  retries.requests++;
  addReported(retries, usage);
  const { own } = usage;
  if (own?.feedback === undefined) return;
  retries.feedback = (retries.feedback ?? 0) + own.feedback;
  retries.counter = own.counter;
}

function costOf({ input, output }: Reported, price: ModelPrice | undefined): { readonly cost?: number } {
  if (!price || (input === undefined && output === undefined)) return {};
  return { cost: ((input ?? 0) * price.input + (output ?? 0) * price.output) / 1e6 };
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
