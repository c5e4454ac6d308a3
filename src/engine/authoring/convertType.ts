import { applyEdits } from '../core/applyEdits.ts';
import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import { isPyDict, type PyDict, type PyValue } from '../core/pyValue.ts';
import type { Edit } from '../core/span.ts';
import { createParser, exampleResponse, readAgain } from '../definition/index.ts';
import { type Layout, layoutOf } from '../json/editItems.ts';
import {
  CannotConvert,
  type ConversionLoss,
  type ConversionPlan,
  type ConversionRule,
} from '../parsers/conversion/conversionRule.ts';
import { replaceNode } from '../parsers/conversion/nodeEdits.ts';
import type { Definition, Sample } from '../parsers/definition.ts';
import { NodeSource } from '../parsers/nodeSource.ts';
import type { Reading } from '../parsers/parser.ts';
import { conversionRules } from '../systems/registry.ts';
import { createTokenCounter, type TokenCounterSpec } from '../tokens/index.ts';
import {
  type Converted,
  errorsIn,
  type NewSampleText,
  otherErrors,
  readConverted,
  sampleEdits,
  verifySamples,
} from './convert/verifySamples.ts';

/**
 * A type that a definition can become, with what that loses or makes otherwise, or `refusal`: why it cannot, in one
 * sentence. `runtime`: the runtime whose class of the same name it becomes.
 */
export type Conversion = PossibleConversion | (ConversionTarget & { readonly refusal: string });

/** A {@link Conversion} that is not refused. */
export type PossibleConversion = ConversionTarget & Made;

interface ConversionTarget {
  readonly type: string;
  readonly runtime?: string;
}

/** How a definition becomes another, its samples included. */
interface Made {
  readonly edits: readonly Edit[];
  readonly losses: readonly ConversionLoss[];
}

/**
 * The types that a definition could become, each with the edits that make it one, as one step, and what is to be told of
 * it before; or with the reason why it cannot. The responses of samples are rewritten so that each gives the same value; the converted definition is read again,
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
  const rules = conversionRules.filter(
    ({ from, applies }) => from === definition.type && applies?.(definition) !== false,
  );
  if (rules.length === 0 || definition.linked || definition.invalid !== undefined || errorsIn(text, definition) > 0)
    return [];
  const conversions: Conversion[] = [];
  for (const rule of rules) {
    const target = { type: rule.to, ...(rule.runtime && { runtime: rule.runtime }) };
    try {
      conversions.push({ ...target, ...(await convert(rule, text, definition, files, host)) });
    } catch (error) {
      if (!(error instanceof CannotConvert || error instanceof EngineError)) throw error;
      conversions.push({ ...target, refusal: error.message });
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
): Promise<Made> {
  const parser = createParser(definition, host);
  const samples: Omit<Converted, 'after'>[] = [];
  for (const sample of definition.samples) {
    const response = sample.text ?? files.get(sample.file ?? '');
    if (response === undefined) throw new CannotConvert(`The file of the sample “${sample.name}” cannot be read.`);
    samples.push({ sample, text: response, before: await parser.parse(response) });
  }
  const plan = rule.plan({ text, definition, known: knownValues(samples) });
  const own = [
    replaceNode(text, definition.source.nodeAt(['type'])!, JSON.stringify(rule.to), '`type`'),
    ...plan.edits,
  ].sort(byPlace);
  const errorOf = rule.hasOwnErrors && (await ownErrors(rule, text, own, definition, host));
  const converted: Converted[] = [];
  for (const one of samples) {
    const after = ofSample(one.sample, () => rewritten(rule, plan, definition, one));
    const error = one.before.ok || !errorOf ? undefined : await errorOf(after.text);
    const isOther = error !== undefined && !one.before.ok && error !== one.before.error.class;
    converted.push({ ...one, after: isOther ? { ...after, error } : after });
  }
  const layout = layoutOf(text);
  const edits = [...own, ...converted.flatMap(one => editsOf(text, layout, definition, one))].sort(byPlace);
  const otherwise = await verifySamples(rule, text, edits, definition, converted, host);
  return { edits, losses: [...(plan.losses ?? []), ...otherErrors(rule, converted), ...otherwise] };
}

function byPlace(a: Edit, b: Edit): number {
  return a.span.start - b.span.start || a.span.end - b.span.end;
}

/** What the converted definition raises for a response; `undefined`: nothing. */
async function ownErrors(
  rule: ConversionRule,
  text: string,
  edits: readonly Edit[],
  definition: Definition,
  host: Host,
): Promise<(response: string) => Promise<string | undefined>> {
  const parser = createParser(readConverted(rule, applyEdits(text, edits), definition), host);
  return async response => {
    const result = await parser.parse(response);
    return result.ok ? undefined : result.error.class;
  };
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
  const byKey = new Map<string, PyValue[]>();
  for (const { before } of samples) {
    if (!before.ok || !isPyDict(before.exact)) continue;
    for (const [key, value] of before.exact) {
      const values = byKey.get(key);
      if (values) values.push(value);
      else byKey.set(key, [value]);
    }
  }
  return byKey;
}

function rewritten(
  rule: ConversionRule,
  { rewrite, rewriteRefused }: ConversionPlan,
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
  if (missingKey?.error !== error) return { text: rewriteRefused?.(text) ?? text };
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

/** Runs a step, and names the sample in what it raises. */
function ofSample<T>({ name }: Sample, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof CannotConvert || error instanceof EngineError)) throw error;
    throw new CannotConvert(`The sample “${name}” cannot be rewritten: ${error.message.replace(/\.$/, '')}.`);
  }
}

/** What a conversion makes of what the model reads and writes, in tokens. */
export interface ConversionTokens {
  /** What the framework sends because of the definition: its instruction, messages, or what it binds. */
  readonly sent: TokenChange;
  /** An answer with example values. Absent: there is none in one of the forms. */
  readonly answer?: TokenChange;
}

interface TokenChange {
  readonly before: number;
  readonly after: number;
}

/**
 * How many tokens a definition costs before and after a conversion. `text` is the file that the definition was read from.
 * `undefined`: a refused conversion, or one whose counter, or whose instruction, cannot be had. Rejects with nothing of its own.
 */
export async function conversionTokens(
  text: string,
  definition: Definition,
  conversion: Conversion,
  counter: string | TokenCounterSpec,
  host: Host = {},
): Promise<ConversionTokens | undefined> {
  if ('refusal' in conversion) return undefined;
  const converted = readAgain(definition, applyEdits(text, conversion.edits));
  if (!converted) return undefined;
  try {
    const made = createTokenCounter(counter, host);
    const countText = (each: string) => made.countText(each);
    const sent = (each: Definition) => countText(createParser(each, host).formatInstruction());
    const [before, after] = [exampleResponse(definition), exampleResponse(converted)];
    return {
      sent: { before: await sent(definition), after: await sent(converted) },
      ...(before !== undefined &&
        after !== undefined && { answer: { before: await countText(before), after: await countText(after) } }),
    };
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}
