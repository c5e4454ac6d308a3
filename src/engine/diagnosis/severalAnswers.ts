import { findFences } from '../text/index.ts';
import { markupCauses } from './causes.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import type { Repairing } from './responseCandidate.ts';

/** More answers than these are too many to ask which is meant. */
const mostAnswers = 4;
/** How likely the answer is the one that stands twice. */
const sameTrust = 0.93;
/** How likely the answer is the only block that can be one. */
const aloneTrust = 0.88;
/** How likely it is one of the others, all together. */
const othersShare = 0.4;

/**
 * Where a format wants one answer and several stand in a response, each in a code block or in tags: the edits that leave one
 * of them, the first first. Where all are the same nobody need ask. None where there are not several. Linear.
 */
export function severalAnswers(text: string, { fence, tags, example, json }: ExpectedMarkup): readonly Repairing[] {
  const alone = fence === undefined ? undefined : answerAmongBlocks(text, fence, json !== undefined);
  if (alone) return [alone];
  const found = fence === undefined ? taggedAnswers(text, tags, example) : fencedAnswers(text, fence);
  if (found.length < 2 || found.length > mostAnswers) return [];
  const isSame = found.every(({ body }) => body === found[0]!.body);
  return found.slice(0, isSame ? 1 : mostAnswers).map((kept, i) => ({
    edits: found
      .filter(each => each !== kept)
      .map(({ start, end }) => ({ start, end, text: '', cause: 'several-answers' })),
    confidence: isSame ? sameTrust : i === 0 ? markupCauses['several-answers'].trust : othersShare / (found.length - 1),
    lossy: false,
    parts: [],
  }));
}

/** Without the other code blocks, where only one can be the answer: by its language, or as it alone holds JSON. */
function answerAmongBlocks(text: string, fence: string, holdsJson: boolean): Repairing | undefined {
  const all = findFences(text);
  const named = all.filter(({ language }) => text.slice(language.start, language.end) === fence);
  const own = holdsJson
    ? all.filter(({ inner }) => /^\s{0,100}[[{]/.test(text.slice(inner.start, inner.start + 200)))
    : named;
  if (own.length !== 1 || all.length < 2 || all.length > mostAnswers) return undefined;
  const edits = all
    .filter(each => each !== own[0])
    .map(({ open, close }) => ({ start: open.start, end: close.end, text: '', cause: 'several-answers' as const }));
  return { edits, confidence: aloneTrust, lossy: false, parts: [] };
}

interface Answer {
  readonly start: number;
  readonly end: number;
  readonly body: string;
}

function fencedAnswers(text: string, fence: string): readonly Answer[] {
  const all = findFences(text);
  const own = all.filter(({ language }) => text.slice(language.start, language.end) === fence);
  return (own.length > 0 ? own : all).map(({ open, inner, close }) => ({
    start: open.start,
    end: close.end,
    body: text.slice(inner.start, inner.end).trim(),
  }));
}

/** The pairs of a format that has but one. */
function taggedAnswers(text: string, [tag, ...others]: ExpectedMarkup['tags'], example: string): readonly Answer[] {
  const found: Answer[] = [];
  // The only part of a format may be called by a pattern: its field has no tags.
  const { open, close } = tag ?? onlyPair(example);
  if (!open || !close || others.length > 0) return found;
  for (let start = text.indexOf(open); start >= 0 && found.length <= mostAnswers; ) {
    const end = text.indexOf(close, start + open.length);
    if (end < 0) break;
    found.push({ start, end: end + close.length, body: text.slice(start + open.length, end).trim() });
    start = text.indexOf(open, end);
  }
  return found;
}

/** The one pair of tags in angle brackets that an example has. */
function onlyPair(example: string): { readonly open: string; readonly close: string } {
  const names = new Set([...example.matchAll(/<\/?([\p{L}_][\p{L}\p{N}_.:-]*)>/gu)].map(([, name]) => name));
  const [name = ''] = names;
  return names.size === 1 ? { open: `<${name}>`, close: `</${name}>` } : { open: '', close: '' };
}
