import type { Cause } from './costs.ts';
import type { RepairEdit } from './edits.ts';
import type { ProvedReading, Readings } from './readings.ts';

/**
 * How sure the cheapest reading is: a logistic model of a few facts about it. Its weights are fitted by
 * `test/repair/fitConfidence.mjs`, which also draws `docs/repair-calibration.svg`.
 */
const model: readonly (readonly [feature: keyof Features, weight: number])[] = [
  // weights: begin
  ['always', 6.23],
  ['rivalry', -4.82],
  ['cost', -0.22],
  ['misfit', -4.23],
  ['guess', -1.89],
  ['scalar', -2.45],
  ['repeated', -1.37],
  ['doubts', -2.93],
  ['unpaired', -1.96],
  ['hollow', -2.44],
  ['around', -0.11],
  ['schemaless', -1.42],
  // weights: end
];

/** The facts that the model weighs. */
export interface Features {
  readonly always: 1;
  /** How much of the likelihood the other readings have, and the refusal: the logarithm of their share and one. */
  readonly rivalry: number;
  /** What the faults of the reading cost. */
  readonly cost: number;
  /** How far its value departs from the schema. */
  readonly misfit: number;
  /** Whether something was taken for text, left out or put in that the text does not clearly say. */
  readonly guess: number;
  /** Whether the value is neither an object nor a list. */
  readonly scalar: number;
  /** Whether an object has one key twice. */
  readonly repeated: number;
  /** How often it was doubtful where a string ends. */
  readonly doubts: number;
  /** Whether a string keeps an odd number of quotes. */
  readonly unpaired: number;
  /** Whether nothing is in the value but empty objects and lists. */
  readonly hollow: number;
  /** Whether something other than a code block stands around the value. */
  readonly around: number;
  /** Whether there is no schema that could have told readings apart. */
  readonly schemaless: number;
}

const guesses: ReadonlySet<Cause> = new Set<Cause>([
  'bare-word',
  'missing-value',
  'stray-text',
  'several-values',
  'constructor-call',
  'ellipsis',
  'tuple',
]);
const surroundings: ReadonlySet<Cause> = new Set<Cause>(['prose-around', 'draft-before']);

const opensBracket = ({ cause, text }: RepairEdit): boolean => cause === 'missing-brace' && /^[[{]/.test(text);

/** The facts about the cheapest of some readings. */
export function featuresOf({ proved, refusal }: Readings, hasSchema: boolean): Features {
  const best = proved[0]!;
  const others = [...proved.slice(1).map(reading => reading.cost), refusal];
  const isContainer = typeof best.value === 'object' && best.value !== null;
  return {
    always: 1,
    rivalry: Math.log(1 + others.reduce((sum, cost) => sum + Math.exp(best.cost - cost), 0)),
    cost: Math.min(best.base, 12) / 4,
    misfit: Math.min(best.fit, 6) / 3,
    guess: Number(best.causes.some(cause => guesses.has(cause)) || best.edits.some(opensBracket)),
    scalar: Number(!isContainer),
    repeated: Number(best.repeatsKey),
    doubts: Math.min(best.doubts, 3),
    unpaired: Number(best.isUnpaired),
    hollow: Number(isContainer && isHollow(best.value, 0)),
    around: Number(best.causes.some(cause => surroundings.has(cause))),
    schemaless: Number(!hasSchema),
  };
}

/** Whether a value has no part but empty objects and lists; looks at its first parts. */
function isHollow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > 4) return true;
  if (Array.isArray(value)) return value.slice(0, 4).every(item => isHollow(item, depth + 1));
  let looked = 0;
  for (const key in value) {
    if (!isHollow((value as Record<string, unknown>)[key], depth + 1)) return false;
    if (++looked === 4) break;
  }
  return true;
}

/** As sure as a reading can be of what the text does not say. */
const neverSure = 0.85;
/** It takes a name for text, or puts in what is missing. */
const notSaid: ReadonlySet<Cause> = new Set<Cause>(['bare-word', 'missing-value', 'several-values']);

/** How likely each reading is what was meant: the first by the model, the others by their shares of the rest. `takesText`: the value may be a text. */
export function confidencesOf(readings: Readings, hasSchema: boolean, takesText = !hasSchema): readonly number[] {
  const features = featuresOf(readings, hasSchema);
  const score = model.reduce((sum, [feature, weight]) => sum + weight * features[feature], 0);
  const isSaid = isSaidBy(readings.proved[0]!, features, takesText);
  const best = Math.min(1 / (1 + Math.exp(-score)), isSaid ? 1 : neverSure);
  const [first, ...rest] = readings.proved;
  const shares = rest.map(reading => Math.exp(first!.cost - reading.cost));
  const sum = shares.reduce((all, share) => all + share, Math.exp(first!.cost - readings.refusal));
  return [best, ...shares.map(share => Math.min(best, sum ? ((1 - best) * share) / sum : 0))];
}

function isSaidBy(reading: ProvedReading, { hollow, scalar, around }: Features, takesText: boolean): boolean {
  const { causes, isLossy } = reading;
  // What is left of a lone text that is cut off may be the beginning of anything.
  if (scalar && (around || isLossy)) return false;
  if (causes.some(cause => notSaid.has(cause)) || isLooselyQuoted(reading)) return false;
  // A text that broke off before its first value says nothing yet; a lone `None` may as well be a word.
  if (isLossy && hollow) return false;
  return !(scalar && takesText && causes.includes('python-literal'));
}

/** Whether a text in triple quotes begins with an end of line, which may belong to its quotes, or has more quotes inside, which may close it. */
function isLooselyQuoted({ causes, edits }: ProvedReading): boolean {
  if (!causes.includes('triple-quotes')) return false;
  if (causes.includes('unescaped-quote')) return true;
  return edits.some(({ cause, end }, i) => {
    const next = edits[i + 1];
    return cause === 'triple-quotes' && next?.cause === 'raw-newline' && next.start === end;
  });
}
