import type { RegexNode } from './regexNode.ts';

const [maxSamples, maxLength] = [48, 400];
/** Characters that are tried first for a set. */
const usual = Array.from('ax1 _-<\n', character => character.charCodeAt(0));

/**
 * Texts that a pattern may match, or nearly: with every optional part and without it, each alternative, repetitions of
 * several lengths; behind a look ahead, what it looks for. A few dozen at most, the shortest way first.
 */
export function matchSamples(node: RegexNode): readonly string[] {
  return bounded(samplesOf(node));
}

function bounded(samples: Iterable<string>): readonly string[] {
  const kept = new Set<string>();
  for (const sample of samples) {
    if (sample.length <= maxLength) kept.add(sample);
    if (kept.size >= maxSamples) break;
  }
  return [...kept];
}

function samplesOf(node: RegexNode): readonly string[] {
  switch (node.type) {
    case 'char':
      return [String.fromCodePoint(node.code)];
    case 'set': {
      const codes = [...usual, ...Array.from({ length: 95 }, (_, i) => i + 32)].filter(code => node.set.has(code));
      return [...new Set(codes)].slice(0, 2).map(code => String.fromCharCode(code));
    }
    case 'sequence':
      return sequenceSamples(node.items);
    case 'branch':
      return bounded(node.items.flatMap(samplesOf));
    case 'group':
    case 'atomic':
      return samplesOf(node.body);
    case 'repeat':
      return repeatSamples(node);
    case 'look':
      return node.behind ? [''] : node.negated ? bounded(['', ...samplesOf(node.body)]) : samplesOf(node.body);
    case 'conditional':
      return bounded([...samplesOf(node.yes), ...samplesOf(node.no)]);
    default:
      return [''];
  }
}

/** Each part in all its ways, the others in their first or in their last one. */
function sequenceSamples(items: readonly RegexNode[]): readonly string[] {
  const ways = items.map(samplesOf);
  if (ways.some(each => each.length === 0)) return [];
  const whole = (pick: (each: readonly string[], i: number) => string) => ways.map(pick).join('');
  const samples = [whole(each => each[0]!), whole(each => each.at(-1)!)];
  for (const [i, each] of ways.entries())
    for (const one of each.length > 1 ? each : []) {
      if (samples.length > 4 * maxSamples) return bounded(samples);
      samples.push(
        whole((other, j) => (j === i ? one : other[0]!)),
        whole((other, j) => (j === i ? one : other.at(-1)!)),
      );
    }
  return bounded(samples);
}

function repeatSamples({ body, min, max }: RegexNode & { readonly type: 'repeat' }): readonly string[] {
  if (min > maxLength) return [];
  const samples: string[] = [];
  for (const text of samplesOf(body))
    for (const count of [min, min + 1, min + 2]) if (count <= max) samples.push(text.repeat(count));
  return bounded(samples.length === 0 && min === 0 ? [''] : samples);
}
