import type { Node } from 'jsonc-parser';
import { applyEdits } from '../../core/applyEdits.ts';
import type { Host } from '../../core/host.ts';
import type { ParseResult } from '../../core/result.ts';
import type { Edit } from '../../core/span.ts';
import { createParser, readAgain, readDefinitions } from '../../definition/index.ts';
import { indentAt, type Layout, printValue } from '../../json/editItems.ts';
import { members } from '../../json/jsonSource.ts';
import { CannotConvert, type ConversionLoss, type ConversionRule } from '../../parsers/conversion/conversionRule.ts';
import { replaceNode } from '../../parsers/conversion/nodeEdits.ts';
import type { Definition, Sample } from '../../parsers/definition.ts';
import { judgeSample } from '../../samples/index.ts';

/** What a sample is to say after a conversion. */
export interface NewSampleText {
  /** The response. */
  readonly text: string;
  /** The class of the error that is expected now. */
  readonly error?: string;
}

/**
 * The edits that give a sample another response, in the form that it has: a text, or a list of lines. A sample in a
 * file gets a text of its own, because the file may be another's as well. `node` is the sample's object, `layout` the file's.
 */
export function sampleEdits(
  text: string,
  layout: Layout,
  node: Node,
  { text: response, error }: NewSampleText,
): Edit[] {
  const find = (object: Node | undefined, key: string) =>
    members(object).findLast(member => member.key.value === key)?.value;
  const edits: Edit[] = [];
  const own = find(node, 'text');
  const file = find(node, 'file');
  const target = own ?? file?.parent;
  if (!target) throw new CannotConvert('it has no text');
  const lines = own?.type === 'string' || !response.includes('\n') ? response : response.split('\n');
  const isOneLine = own !== undefined && !text.slice(own.offset, own.offset + own.length).includes('\n');
  const json =
    isOneLine && typeof lines !== 'string'
      ? `[${lines.map(line => JSON.stringify(line)).join(', ')}]`
      : printValue(lines, layout, indentAt(text, target.offset));
  edits.push(replaceNode(text, target, own ? json : `"text": ${json}`, 'a sample'));
  const expected = find(find(node, 'expect'), 'error');
  if (error !== undefined && expected) edits.push(replaceNode(text, expected, JSON.stringify(error), 'a sample'));
  return edits;
}

/** A sample with its response before and after, and what either type makes of it. */
export interface Converted {
  readonly sample: Sample;
  readonly text: string;
  readonly before: ParseResult;
  readonly after: NewSampleText;
}

/** The converted definition. Raises {@link CannotConvert} where there is none, or it has errors. */
export function readConverted(rule: ConversionRule, written: string, definition: Definition): Definition {
  const converted = readAgain(definition, written);
  if (converted?.type !== rule.to || errorsIn(written, converted) > 0)
    throw new CannotConvert('The converted definition could not be read.');
  return converted;
}

/** Raises {@link CannotConvert} unless the converted definition reads its samples as it did before, or tells where it does not. */
export async function verifySamples(
  rule: ConversionRule,
  text: string,
  edits: readonly Edit[],
  definition: Definition,
  samples: readonly Converted[],
  host: Host,
): Promise<readonly ConversionLoss[]> {
  const converted = readConverted(rule, applyEdits(text, edits), definition);
  const parser = createParser(converted, host);
  parser.formatInstruction();
  const losses: ConversionLoss[] = [];
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
    if (isSame && verdicts?.[0]?.verdict === verdicts?.[1]?.verdict) continue;
    if (rule.tellsSamples) {
      losses.push({ key: 'samples', message: `The sample “${sample.name}” ${differenceOf(before, result)}.` });
      continue;
    }
    if (!isSame && !before.ok)
      throw new CannotConvert(`The sample “${sample.name}” gives ${before.error.class}, which is of this form alone.`);
    throw new CannotConvert(`The sample “${sample.name}” would give something else.`);
  }
  return losses;
}

function differenceOf(before: ParseResult, after: ParseResult): string {
  if (!after.ok) return `gives \`${after.error.class}\``;
  return before.ok ? 'gives another value' : `is read, and no longer refused with \`${before.error.class}\``;
}

/** How many errors a definition has; in a text that is not JSON every definition has some. */
export function errorsIn(text: string, { source, span }: Definition): number {
  return readDefinitions(text, source.file).problems.filter(
    ({ code, severity, span: { start, end } }) =>
      code === 'syntax-error' || (severity === 'error' && start >= span.start && end <= span.end),
  ).length;
}

/** The classes of errors that samples expect from now on. */
export function otherErrors(
  { hasOwnErrors }: ConversionRule,
  samples: readonly Converted[],
): readonly ConversionLoss[] {
  if (!hasOwnErrors) return [];
  const messages = samples.flatMap(({ before, after: { error } }) =>
    before.ok || error === undefined ? [] : [`The error \`${before.error.class}\` becomes \`${error}\`.`],
  );
  return [...new Set(messages)].map(message => ({ key: 'samples', message }));
}
