import type { Host } from '../core/host.ts';
import { exampleResponse } from '../definition/index.ts';
import type { Definition, Sample } from '../parsers/definition.ts';
import { type RobustnessReport, robustnessOf, robustnessOfSample } from '../samples/index.ts';

/** A text that both sides read. `from`: where it is from, as reports say it. */
export interface InstalledText {
  readonly from: string;
  readonly text: string;
}

/** A sample with its text. */
export interface ReadSample {
  readonly sample: Sample;
  readonly text: string;
}

/** Texts that every type reads, whatever its answers look like. */
const edges: readonly (readonly [what: string, text: string])[] = [
  ['nothing', ''],
  ['a line break', '\n'],
  ['prose', 'I am sorry, but I cannot help with that.'],
  ['an empty object', '{}'],
  ['an empty list', '[]'],
  ['null', 'null'],
  ['a number', '12'],
  ['an open brace', '{"'],
  ['a fence that is not closed', '```json\n{"a": 1'],
  ['an empty fence', '```\n```'],
];

/**
 * The texts that a definition is compared by: its samples, every mutation of those that it reads well, its type's example
 * with mutations of that, and what every type is asked; no text twice. As many readings as there are mutations.
 */
export async function installedTexts(
  definition: Definition,
  samples: readonly ReadSample[],
  host: Host = {},
  signal?: { readonly aborted: boolean },
): Promise<readonly InstalledText[]> {
  const texts: InstalledText[] = samples.map(({ sample, text }) => ({ from: `sample ${sample.name}`, text }));
  const options = signal ? { signal } : {};
  for (const { sample, text } of samples)
    texts.push(
      ...mutationsOf(`sample ${sample.name}`, await robustnessOfSample(definition, sample, text, options, host)),
    );
  const example = exampleResponse(definition);
  if (example !== undefined) {
    texts.push({ from: 'example', text: example });
    texts.push(...mutationsOf('example', await robustnessOf(definition, example, options, host)));
  }
  texts.push(...edges.map(([what, text]) => ({ from: `edge: ${what}`, text })));
  return withoutDoubles(texts);
}

function mutationsOf(from: string, report: RobustnessReport): readonly InstalledText[] {
  if (!report.ok) return [];
  return report.outcomes.map(({ operator, response }) => ({ from: `${from}, ${operator}`, text: response }));
}

function withoutDoubles(texts: readonly InstalledText[]): readonly InstalledText[] {
  const seen = new Map<string, InstalledText>();
  for (const each of texts) if (!seen.has(each.text)) seen.set(each.text, each);
  return [...seen.values()];
}
