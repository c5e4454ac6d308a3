import { EngineError } from '../core/errors.ts';
import { nearest } from '../core/nearestName.ts';
import { type Fix, type Problem, problem } from '../core/problem.ts';
import type { Definition } from '../parsers/definition.ts';
import type { InstructionRequirement } from '../parsers/parserFeatures.ts';
import { textOf } from '../parsers/shared/pieces.ts';
import { createParser } from './responseParser.ts';

/** Requirements that are looked for; each is searched in the whole instruction. */
const maxRequirements = 300;

/**
 * What is wrong with the very text that the model is told: it never says what an answer must have, a placeholder is
 * misspelt, or a tag is a word of it. Only an instruction of the author's own words can be wrong; the types' own say all
 * that they insist on.
 */
export function instructionProblems(definition: Definition): readonly Problem[] {
  const { parserType, source } = definition;
  const override = source.stringAt(['format_instruction']);
  const requirements = open(
    definition,
    parserType.authoring?.requirements?.(source) ?? [],
    override !== undefined,
  ).slice(0, maxRequirements);
  if (!override && requirements.length === 0) return [];
  const text = instructionOf(definition);
  if (text === undefined) return [];
  return [
    ...(override ? placeholderProblems(definition, override.text) : []),
    ...silences(definition, requirements, text),
    ...(override ? taggedWords(definition, requirements, override.text) : []),
  ];
}

/** The requirements that the author's own words may miss: without an override the type says all but the keys that only it knows of. */
function open(
  { parserType, source }: Definition,
  requirements: readonly InstructionRequirement[],
  isOverride: boolean,
): readonly InstructionRequirement[] {
  const values = requirements.some(({ key }) => key !== undefined)
    ? parserType.authoring?.valueKeys?.(source)
    : undefined;
  const names =
    values && new Set(values.keys.flatMap(({ name, declarations }) => (declarations.length > 0 ? [name] : [])));
  return requirements.filter(({ key }) => {
    if (key === undefined) return isOverride;
    // A key that the hint or the schema does not have is a problem of the key.
    return names && !values.open ? isOverride && names.has(key) : true;
  });
}

function instructionOf(definition: Definition): string | undefined {
  try {
    return createParser(definition).formatInstruction();
  } catch (error) {
    // A module that was not run, or an instruction that raises, which the preview shows.
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

function silences(
  definition: Definition,
  requirements: readonly InstructionRequirement[],
  text: string,
): readonly Problem[] {
  const lower = requirements.some(({ ignoreCase }) => ignoreCase) ? text.toLowerCase() : text;
  const missing = requirements.filter(requirement => !says(requirement.ignoreCase ? lower : text, requirement));
  if (missing.length === 0) return [];
  const { source } = definition;
  const key = ['format_instruction', 'content_hint', 'required_keys', 'type'].find(name => source.spanOf([name]));
  const words = missing.slice(0, 5).map(({ what }) => what);
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : '';
  const message = `The instruction never mentions ${words.join(', ')}${more}, but an answer that lacks ${missing.length > 1 ? 'any of them' : 'it'} is not read as intended.`;
  return [problem('silent-instruction', message, source.spanOf([key!])!, placeholderFix(definition, missing))];
}

/** Whether a text has what is required. */
function says(text: string, { text: phrase, isName }: InstructionRequirement): boolean {
  // Other scripts write words without blanks between them.
  const isWord = (character: string) => /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d_]/u.test(character);
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1))
    if (!isName || !(isWord(text.charAt(at - 1)) || isWord(text.charAt(at + phrase.length)))) return true;
  return false;
}

/** A placeholder at the end of the instruction that says all that is missing. */
function placeholderFix({ parserType, source }: Definition, missing: readonly InstructionRequirement[]): Fix[] {
  const span = source.spanOf(['format_instruction']);
  if (!span || !source.stringAt(['format_instruction'])) return [];
  const placeholders = Object.entries(parserType.create(source, {}).placeholders?.() ?? {});
  const found = placeholders.find(([, pieces]) => {
    const text = textOf(pieces);
    return missing.every(requirement => says(text, requirement));
  });
  if (!found) return [];
  const end = { start: span.end - 1, end: span.end - 1 };
  const edits = [{ span: end, text: `\\n{${found[0]}}` }];
  return [{ title: `Add {${found[0]}} at the end`, edits, isChoice: true }];
}

/** Words in braces that are not placeholders, but nearly. */
function placeholderProblems({ parserType, source }: Definition, text: string): readonly Problem[] {
  const names = Object.keys(parserType.create(source, {}).placeholders?.() ?? {});
  const { offsets } = source.stringAt(['format_instruction'])!;
  return [...text.matchAll(/\{(\w{1,60})\}/g)].flatMap(({ 1: word, index }) => {
    const near = names.includes(word!) ? undefined : nearest(word!, names);
    if (near === undefined) return [];
    const span = { start: offsets[index]!, end: offsets[index + word!.length + 2]! };
    const message = `\`{${word}}\` is not a placeholder and stays as it is. Did you mean \`{${near}}\`?`;
    return [
      problem('unknown-placeholder', message, span, [
        { title: `Change to {${near}}`, edits: [{ span, text: `{${near}}` }] },
      ]),
    ];
  });
}

/** Tags without any sign of one that stand in the author's own words, where the tags themselves come from a placeholder. */
function taggedWords(
  { source }: Definition,
  requirements: readonly InstructionRequirement[],
  text: string,
): readonly Problem[] {
  if (!text.includes('{tag_lines_format}')) return [];
  const { offsets } = source.stringAt(['format_instruction'])!;
  const words = text.slice(0, text.indexOf('{tag_lines_format}'));
  return requirements.flatMap(({ text: tag, opens }) => {
    const at = opens && /^[\p{L}\p{N}_ ]+$/u.test(tag) ? words.indexOf(tag) : -1;
    if (at === -1) return [];
    const message = `\`${tag}\` opens a content. If an answer repeats this part of the instruction, the content is read from there.`;
    return [problem('tag-in-instruction', message, { start: offsets[at]!, end: offsets[at + tag.length]! })];
  });
}
