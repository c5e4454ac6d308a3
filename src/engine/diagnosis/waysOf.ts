import { applyEdits, composeEdits } from '../core/applyEdits.ts';
import { reasoningEnd } from '../repair/index.ts';
import { agentEdits } from './agentEdits.ts';
import { callEdits } from './callEdits.ts';
import { delimitersInValues } from './delimitersInValues.ts';
import { elementEdits } from './elementEdits.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import { fenceEdits } from './fenceEdits.ts';
import { fenceLanguages, fenceShapes } from './fenceShapes.ts';
import { headerSpellings } from './headerSpellings.ts';
import { withJsonEdits } from './jsonEdits.ts';
import { lineBreaks } from './lineBreaks.ts';
import { labelEdits, listEdits } from './lineMarks.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';
import { severalAnswers } from './severalAnswers.ts';
import { surfaceEdits } from './surfaceEdits.ts';
import { missingEnds, tagEdits } from './tagEdits.ts';
import { tagNames, tagSpellings } from './tagSpellings.ts';
import { turnEdits } from './turnEdits.ts';
import { wholeAnswer } from './wholeAnswer.ts';
import { holdsXml, rawTextWays, xmlWays } from './xmlWays.ts';

/** How likely it is that what one stage would change may stay, where a later stage makes the answer read. */
const without = 0.6;

/**
 * The ways to repair a response that are worth a try, those first that change least: what lies over all of it, then how its
 * markup is written, then what is missing and the JSON within; each stage with what the one before it left. A bounded number, each
 * linear in the response.
 */
export function waysOf(response: string, expected: ExpectedMarkup): readonly Repairing[] {
  return staged(response, surfaceEdits(response, expected.said.instruction), text =>
    withoutReasoning(text, !expected.said.anyTag && reasoningEnd(expected.example) > 0, answer =>
      answerWays(answer, expected),
    ),
  );
}

function answerWays(text: string, expected: ExpectedMarkup): readonly Repairing[] {
  const { observations, marks } = expected.said;
  const labels = marks.filter(mark => mark.endsWith(':'));
  return [
    ...callEdits(text),
    ...staged(text, turnEdits(text, observations, labels), own =>
      staged(own, spellings(own, expected), spelled => structureWays(spelled, expected)),
    ),
  ];
}

/** What a first lot of edits gives, alone and with the ways to go on from there; and then the ways without it. */
function staged(
  text: string,
  first: Repairing | undefined,
  further: (text: string) => readonly Repairing[],
): readonly Repairing[] {
  if (!first) return further(text);
  const rest = further(text).map(way => ({ ...way, confidence: way.confidence * without }));
  return [first, ...further(applyEdits(text, first.edits)).map(way => after(text, first, way)), ...rest];
}

function after(text: string, first: Repairing, { edits, confidence, lossy }: Repairing): Repairing {
  return {
    edits: composeEdits(text, first.edits, edits),
    confidence: first.confidence * confidence,
    lossy: first.lossy || lossy,
    parts: [],
  };
}

/** Markup that is all there, and written otherwise. */
function spellings(text: string, expected: ExpectedMarkup): Repairing | undefined {
  const { said, fence } = expected;
  let found: Repairing | undefined;
  let left = text;
  for (const next of [
    (part: string) => tagNames(part, expected),
    (part: string) => tagSpellings(part, expected),
    (part: string) => headerSpellings(part, expected),
    (part: string) => labelEdits(part, said.marks),
    (part: string) => listEdits(part, expected),
    (part: string) => delimitersInValues(part, expected),
    (part: string) => lineBreaks(part, expected),
    (part: string) => (fence === undefined ? undefined : fenceShapes(part, fence)),
  ]) {
    const way = next(left);
    if (!way) continue;
    left = applyEdits(left, way.edits);
    found = found ? after(text, found, way) : way;
  }
  return found;
}

/** Markup or JSON of which something is missing, or there is too much. */
function structureWays(text: string, expected: ExpectedMarkup): readonly Repairing[] {
  const { example, fence, json, said, isXml } = expected;
  const tags = expected.tags.filter(({ open, capture }) => capture !== undefined || !open.includes('='));
  const markups = [
    ...(tags.length > 0 ? [tagEdits(text, tags, hasProse(example, tags))] : []),
    ...(fence !== undefined ? fenceEdits(text, fence, json !== undefined) : []),
    ...(expected.tags.length === 0 && fence === undefined ? [plain(text, expected), ...fenceLanguages(text)] : []),
  ];
  // A fault in the markup alone is likelier than one in both, so that is tried first.
  const ways = markups.flatMap(markup => {
    const all = withJsonEdits(text, markup, json);
    return all.some(way => way === markup) ? all : [markup, ...all];
  });
  const elements = elementEdits(text, expected);
  return [
    ...agentEdits(text, said.marks),
    ...severalAnswers(text, expected),
    ...missingEnds(text, tags).flatMap(markup => [markup, ...withJsonEdits(text, markup, json)]),
    ...(elements ? [elements] : []),
    ...(isXml ? xmlWays(text) : []),
    ...(holdsXml(example) ? rawTextWays(text, example) : []),
    ...ways,
    ...(tags.length === 0 && fence === undefined && json === undefined && !isXml ? wholeAnswer(text, example) : []),
  ];
}

/** Whether prose stands before the first of the tags. */
function hasProse(example: string, [tag]: ExpectedMarkup['tags']): boolean {
  return tag !== undefined && example.slice(0, Math.max(example.indexOf(tag.open), 0)).trim() !== '';
}

/** The answer without markup: up to the line that follows its JSON in the format, if one does. */
function plain(text: string, { jsonEnd }: ExpectedMarkup): Repairing {
  const begin = jsonEnd === '' ? 0 : Math.max(text.search(/[[{]/), 0);
  const stop = jsonEnd === '' ? -1 : text.indexOf(`\n${jsonEnd}`, begin);
  return { edits: [], confidence: 1, lossy: false, parts: [{ start: begin, end: stop < 0 ? text.length : stop }] };
}

/** How likely what stands in front of an answer as its reasoning is not part of it. */
const trust = 0.93;
/** How likely it is, where there is reasoning, that it may stay or holds the answer. */
const within = 0.5;

/**
 * The ways to repair a response without the reasoning that it begins with, and then as it is: drafts in the reasoning are
 * not the answer. `waysOf` gives the ways of a text; `isPart`: the format itself has the reasoning, so that the whole comes first.
 */
function withoutReasoning(
  text: string,
  isPart: boolean,
  waysOf: (text: string) => readonly Repairing[],
): readonly Repairing[] {
  const end = reasoningEnd(text);
  if (end === 0 || end === text.length) return waysOf(text);
  const cut: ResponseEdit = { start: 0, end, text: '', cause: 'draft-before' };
  const cutTrust = isPart ? trust * within : trust;
  const rest = waysOf(text.slice(end)).map(({ edits, confidence, lossy }) => ({
    edits: [cut, ...edits.map(edit => shifted(edit, end))],
    confidence: confidence * cutTrust,
    lossy,
    parts: [],
  }));
  const answer = [{ edits: [cut], confidence: cutTrust, lossy: false, parts: [] }, ...rest];
  const whole = waysOf(text);
  if (isPart) return [...whole, ...answer];
  return [...answer, ...whole.map(way => ({ ...way, confidence: way.confidence * within }))];
}

function shifted(edit: ResponseEdit, by: number): ResponseEdit {
  return edit.call === undefined ? { ...edit, start: edit.start + by, end: edit.end + by } : edit;
}
