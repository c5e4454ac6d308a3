import type { Host } from '../../core/host.ts';
import { exampleResponse } from '../../definition/index.ts';
import type { Definition } from '../../parsers/definition.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { parserTypes } from '../../systems/registry.ts';
import { countText, nameMatch, namesIn } from './coverage.ts';
import { draftOf } from './draftDefinition.ts';
import { compareRanks, explainFit, type FitParts, fitRank } from './fitParts.ts';
import { isAsGood, type ResponseText, type ResponseVerdict, readAll } from './readAll.ts';

/** A definition, or a type with a definition drafted for the responses, and how well it reads them. */
export interface ParserCandidate {
  /** The type’s draft has the name `draft`. */
  readonly definition: Definition;
  /** Whether the definition was drafted here, for its type. */
  readonly isDraft: boolean;
  /** From 0 to 1, for those that read as many responses and ask for a form as well. */
  readonly score: number;
  readonly parts: FitParts;
  /** One for each response that was looked at. */
  readonly verdicts: readonly ResponseVerdict[];
  /** In words. */
  readonly why: string;
}

/** How many responses are looked at, and how much text of them, in UTF-16 units: the first is always looked at whole. */
const maxResponses = 20;
const maxText = 2_000_000;
/** How many definitions are tried. */
const maxDefinitions = 500;
/** Of more than so many of its names responses are meant for a definition. */
const manyNames = 0.5;

/**
 * Ranks definitions, and all types with a definition drafted for the responses, by how well they read the responses:
 * first those that read any of them and ask for what stands in them, by how many they read (twice as much where the responses have its names, keys or tags: what fails is meant for it, too); then those whose names the
 * responses have; then what reads anything: any words in its form, those that take the names for text last, then any text; then the rest. Of equal ones how many they refuse only for what
 * a repair mends, how much of the response they account for (nothing where they give it back as it is), whether they ask for its very words, and how few repairs and warnings that takes.
 *
 * What a candidate asks for is found by trial: it reads the shortest response that it reads once more without its marks, and once
 * with other words. Types of which the responses have nothing are left out. Equal candidates keep the order given, definitions
 * before types. Looks at the first 20 responses (2 million UTF-16 units, but at least one) and the first 500 definitions;
 * linear in both. Never throws.
 */
export async function findParsers(
  responses: readonly string[],
  definitions: readonly Definition[],
  host: Host = {},
  types: readonly ParserType[] = parserTypes,
): Promise<readonly ParserCandidate[]> {
  const texts = bounded(responses);
  const [first] = texts;
  if (first === undefined) return [];
  const counted = texts.map(text => ({ text, counted: countText(text), names: namesIn(text) }));
  const controls = new Map<string, { readonly plain: ResponseText; readonly renamed: ResponseText }>();
  const controlsOf = (text: string) => {
    const control = controls.get(text) ?? {
      plain: { text: withoutMarks(text) },
      renamed: { text: withOtherWords(text) },
    };
    controls.set(text, control);
    return control;
  };
  const candidates: ParserCandidate[] = [];

  /** `again` gives the definition that is tried on another text: a draft is made anew. */
  const judge = async (definition: Definition, isDraft: boolean, again: (text: string) => Definition | undefined) => {
    const verdicts = await readAll(definition, counted, host);
    const tried = shortestRead(texts, verdicts);
    const { plain, renamed } = controlsOf(texts[tried]!);
    const original = verdicts[tried]!;
    const readAgain = async (control: ResponseText, other: Definition | undefined) =>
      original.ok && other ? (await readAll(other, [control], host))[0] : undefined;
    const needs = (control: ResponseVerdict | undefined) => original.ok && !isAsGood(control, original, withOtherWords);
    const asksForForm = needs(await readAgain(plain, again(plain.text)));
    const expected = isDraft ? new Set<string>() : namesIn(exampleResponse(definition) ?? '');
    const share = Math.max(...counted.map(({ names }) => nameMatch(expected, names)));
    const asksForWords = needs(await readAgain(renamed, again(renamed.text)));
    const hasNames = share > manyNames;
    const read = verdicts.filter(verdict => verdict.ok);
    const takesNamesAsText = !asksForWords && read.length > 0 && read.every(({ hasNamesAsText }) => hasNamesAsText);
    const parts: FitParts = {
      ...countsOf(verdicts, asksForForm),
      asksForForm,
      asksForWords,
      asksForNames: isDraft ? needs(await readAgain(renamed, definition)) : asksForWords,
      takesNamesAsText,
      takesAnything: !asksForForm || !(asksForWords || hasNames),
      names: share,
      hasNames,
    };
    const why = explainFit(parts, verdicts);
    candidates.push({ definition, isDraft, score: scoreOf(parts), parts, verdicts, why });
  };

  for (const definition of definitions.slice(0, maxDefinitions)) await judge(definition, false, () => definition);
  for (const type of types) {
    const draft = draftOf(texts, type);
    if (draft) await judge(draft, true, text => draftOf([text], type));
  }
  return candidates.sort((a, b) => compareRanks(fitRank(a), fitRank(b)));
}

/** The index of the shortest response that is read, else of the first: a refusal among a log's rows says nothing of what its definition asks for. */
function shortestRead(texts: readonly string[], verdicts: readonly ResponseVerdict[]): number {
  const read = [...texts.keys()].filter(i => verdicts[i]!.ok);
  return read.reduce((one, other) => (texts[other]!.length < texts[one]!.length ? other : one), read[0] ?? 0);
}

function bounded(responses: readonly string[]): readonly string[] {
  let length = 0;
  return responses.slice(0, maxResponses).filter((response, i) => {
    length += response.length;
    return i === 0 || length <= maxText;
  });
}

function countsOf(
  verdicts: readonly ResponseVerdict[],
  asksForForm: boolean,
): Pick<FitParts, 'read' | 'callsAsText' | 'mendable' | 'words' | 'marks' | 'repairs' | 'warnings'> {
  const read = verdicts.filter(verdict => verdict.ok);
  const sum = (of: (verdict: (typeof read)[number]) => number) => read.reduce((total, each) => total + of(each), 0);
  return {
    // An empty value is a reading only where an empty value is what was asked for.
    read: read.filter(({ size, hasCallAsText }) => !hasCallAsText && (size > 0 || asksForForm)).length,
    callsAsText: read.filter(({ hasCallAsText }) => hasCallAsText).length,
    mendable: verdicts.filter(verdict => !verdict.ok && verdict.isMendable).length,
    words: sum(({ coverage }) => coverage.words) / verdicts.length,
    marks: sum(({ coverage }) => coverage.marks) / verdicts.length,
    repairs: sum(({ repairs }) => repairs.length),
    warnings: sum(({ warnings }) => warnings.length),
  };
}

/** What is read counts, and more so what is understood of it: the marks that are no longer in the value's texts, and names that had to be these. */
function scoreOf({ words, marks, asksForWords, asksForNames, repairs, warnings, read }: FitParts): number {
  const troubles = read === 0 ? 0 : (repairs / 2 + warnings) / read;
  const names = (asksForWords ? 0.3 : 0) + (asksForNames ? 0.15 : 0);
  return Math.max(0, 0.2 * words + 0.35 * marks + names - 0.1 * Math.min(troubles, 3));
}

/**
 * A response with nothing left but its words and numbers: what reads this as well asks for no form, and would read
 * anything. Linear.
 */
function withoutMarks(response: string): string {
  return response.replace(/[^\p{L}\p{M}\p{N}\s]/gu, ' ');
}

/** What is not a word of the response's own: escapes and numbers. */
const parts = /\\(?:u[0-9a-fA-F]{4}|[\s\S])|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\p{L}+/gu;
/** The words of JSON itself. */
const jsonWords: ReadonlySet<string> = new Set(['json', 'true', 'false', 'null', 'NaN', 'Infinity']);

/**
 * A response with all its marks, but other words, equal ones for equal ones: what reads this as well takes the form with
 * any names. Linear.
 */
function withOtherWords(response: string): string {
  return response.replace(parts, part => (/^\p{L}/u.test(part) && !jsonWords.has(part) ? rotate(part) : part));
}

/** Each letter of ASCII replaced by the one 13 places on, others by their neighbour. */
function rotate(word: string): string {
  return word.replace(/[A-Za-z]|[\u00c0-\ud7ff]/g, letter => {
    const code = letter.charCodeAt(0);
    if (code >= 0x80) return String.fromCharCode(code ^ 1);
    return String.fromCharCode(code + ((code | 0x20) < 0x6e ? 13 : -13));
  });
}
