import { applyEdits } from '../core/applyEdits.ts';
import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import { isPyDict, type PyDict, type PyValue } from '../core/pyValue.ts';
import type { ParseResult } from '../core/result.ts';
import type { Edit } from '../core/span.ts';
import { readDefinitions } from '../definition/readDefinitions.ts';
import { createParser } from '../definition/responseParser.ts';
import { type Layout, layoutOf } from '../json/editItems.ts';
import { CannotConvert, type ConversionPlan, type ConversionRule } from '../parsers/conversion/conversionRule.ts';
import { replaceNode } from '../parsers/conversion/nodeEdits.ts';
import type { Definition, Sample } from '../parsers/definition.ts';
import { NodeSource } from '../parsers/nodeSource.ts';
import type { Reading } from '../parsers/parser.ts';
import { judgeSample } from '../samples/judgeSample.ts';
import { conversionRules } from '../systems/registry.ts';
import { type NewSampleText, sampleEdits } from './convert/sampleEdits.ts';

/** A type that a definition can become without losing anything, or `refusal`: why it cannot, in one sentence. */
export type Conversion =
  | { readonly type: string; readonly edits: readonly Edit[] }
  | { readonly type: string; readonly refusal: string };

/** A sample with its response before and after, and what either type makes of it. */
interface Converted {
  readonly sample: Sample;
  readonly text: string;
  readonly before: ParseResult;
  readonly after: NewSampleText;
}

/**
 * The types that a definition could become, each with the edits that make it one, as one step, or with what would be
 * lost. The responses of samples are rewritten so that each gives the same value; the converted definition is read again,
 * and every sample must have the verdict and the value that it had. Comments stay where they are.
 *
 * `text` is the file that the definition was read from, `files` the responses of samples by their `file`. None for a
 * definition that is broken. Never throws; linear in the text and in the samples.
 */
export async function convertType(
  text: string,
  definition: Definition,
  files: ReadonlyMap<string, string> = new Map(),
  host: Host = {},
): Promise<readonly Conversion[]> {
  const rules = conversionRules.filter(({ from }) => from === definition.type);
  if (rules.length === 0 || definition.linked || definition.invalid !== undefined || errorsIn(text, definition) > 0)
    return [];
  const conversions: Conversion[] = [];
  for (const rule of rules) {
    try {
      conversions.push({ type: rule.to, edits: await convert(rule, text, definition, files, host) });
    } catch (error) {
      if (!(error instanceof CannotConvert || error instanceof EngineError)) throw error;
      conversions.push({ type: rule.to, refusal: error.message });
    }
  }
  return conversions;
}

async function convert(
  rule: ConversionRule,
  text: string,
  definition: Definition,
  files: ReadonlyMap<string, string>,
  host: Host,
): Promise<readonly Edit[]> {
  const parser = createParser(definition, host);
  const samples: Omit<Converted, 'after'>[] = [];
  for (const sample of definition.samples) {
    const response = sample.text ?? files.get(sample.file ?? '');
    if (response === undefined) throw new CannotConvert(`The file of the sample “${sample.name}” cannot be read.`);
    samples.push({ sample, text: response, before: await parser.parse(response) });
  }
  const plan = rule.plan({ text, definition, known: knownValues(samples) });
  const converted = samples.map(one => ({
    ...one,
    after: ofSample(one.sample, () => rewritten(rule, plan, definition, one)),
  }));
  const layout = layoutOf(text);
  const edits = [
    replaceNode(text, definition.source.nodeAt(['type'])!, JSON.stringify(rule.to), '`type`'),
    ...plan.edits,
    ...converted.flatMap(one => editsOf(text, layout, definition, one)),
  ].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  await verify(rule, text, edits, definition, converted, host);
  return edits;
}

/** The edits of one sample; none where it says what it said. */
function editsOf(
  text: string,
  layout: Layout,
  { source }: Definition,
  { sample, text: response, after }: Converted,
): readonly Edit[] {
  if (after.text === response && after.error === undefined) return [];
  const node = source.nodeAt(['samples', sample.index])!;
  return ofSample(sample, () => sampleEdits(text, layout, node, after));
}

/** The values that each key has in the samples that can be read. */
function knownValues(samples: readonly Omit<Converted, 'after'>[]): ReadonlyMap<string, readonly PyValue[]> {
  const known = new Map<string, PyValue[]>();
  for (const { before } of samples) {
    if (!before.ok || !isPyDict(before.exact)) continue;
    for (const [key, value] of before.exact) {
      const values = known.get(key);
      if (values) values.push(value);
      else known.set(key, [value]);
    }
  }
  return known;
}

function rewritten(
  rule: ConversionRule,
  { rewrite }: ConversionPlan,
  definition: Definition,
  { text, before }: Omit<Converted, 'after'>,
): NewSampleText {
  if (!rewrite) return { text };
  if (before.ok) {
    const { exact, fields, repairs } = before;
    return { text: rewrite({ text, value: exact, spans: fields.map(({ span }) => span), repairs }) };
  }
  const { missingKey } = rule;
  const { class: error } = before.error;
  // What is of neither form fails alike, which is verified like everything else.
  if (missingKey?.error !== error) return { text };
  const reading = readWithout(definition, missingKey.relaxed(definition), text);
  const { value, fields, repairs = [] } = reading;
  return { text: rewrite({ text, value, spans: fields.map(({ span }) => span), repairs }), error: missingKey.becomes };
}

/** A response as the definition would read it with other keys; none of the types here waits for anything. */
function readWithout({ source, parserType }: Definition, config: PyDict, text: string): Reading {
  const node = source.nodeAt([])!;
  const relaxed = new NodeSource({ name: source.name, file: source.file, text: '', node, config });
  return parserType.create(relaxed, {}).read({ text }) as Reading;
}

/** Raises {@link CannotConvert} unless the converted definition reads its samples as it did before. */
async function verify(
  rule: ConversionRule,
  text: string,
  edits: readonly Edit[],
  definition: Definition,
  samples: readonly Converted[],
  host: Host,
): Promise<void> {
  const written = applyEdits(text, edits);
  const { file } = definition.source;
  const path = definition.path.join('\n');
  const converted = readDefinitions(written, file).definitions.find(each => each.path.join('\n') === path);
  if (converted?.type !== rule.to || errorsIn(written, converted) > 0)
    throw new CannotConvert('The converted definition could not be read.');
  const parser = createParser(converted, host);
  parser.formatInstruction();
  for (const { sample, text: response, before, after } of samples) {
    const again = converted.samples.find(({ index }) => index === sample.index);
    const result = await parser.parse(after.text);
    const isSame = before.ok
      ? result.ok && rule.isSameValue(before.exact, result.exact)
      : !result.ok && result.error.class === (after.error ?? before.error.class);
    const verdicts = again && [
      await judgeSample(definition, sample, response, host),
      await judgeSample(converted, again, after.text, host),
    ];
    if (!isSame && !before.ok)
      throw new CannotConvert(`The sample “${sample.name}” gives ${before.error.class}, which is of this form alone.`);
    if (!isSame || verdicts?.[0]?.verdict !== verdicts?.[1]?.verdict)
      throw new CannotConvert(`The sample “${sample.name}” would give something else.`);
  }
}

/** How many errors a definition has; in a text that is not JSON every definition has some. */
function errorsIn(text: string, { source, span }: Definition): number {
  return readDefinitions(text, source.file).problems.filter(
    ({ code, severity, span: { start, end } }) =>
      code === 'syntax-error' || (severity === 'error' && start >= span.start && end <= span.end),
  ).length;
}

/** Runs a step, and names the sample in what it raises. */
function ofSample<T>({ name }: Sample, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof CannotConvert || error instanceof EngineError)) throw error;
    throw new CannotConvert(`The sample “${name}” cannot be rewritten: ${error.message.replace(/\.$/, '')}.`);
  }
}
