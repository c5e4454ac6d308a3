import { findFences } from '../text/index.ts';
import { trustIn } from './causes.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** How sure it is that of the paragraphs of a response one is the answer, and the others talk about it. */
const paragraphTrust = 0.8;
/** A point in time in ISO form. */
const instant = /\b\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?(?!\d)/g;

/**
 * Of a format whose answer is the whole response: the edits that take off what is not part of one, a code block or quotes
 * around it, or the sentences before and after it, the likeliest first. None where there is nothing of that. Linear.
 */
export function wholeAnswer(text: string, example: string): readonly Repairing[] {
  const found: Repairing[] = [];
  const add = (edits: readonly ResponseEdit[], trust = trustIn(edits)) => {
    if (edits.length > 0) found.push({ edits, confidence: trust, lossy: false, parts: [] });
  };
  add(outOfFence(text));
  add(outOfQuotes(text));
  add(instantAlone(text, example));
  add(outOfParagraphs(text), paragraphTrust);
  return found;
}

function keep(text: string, start: number, end: number, cause: ResponseEdit['cause']): readonly ResponseEdit[] {
  return [
    { start: 0, end: start, text: '', cause },
    { start: end, end: text.length, text: '', cause },
  ].filter(edit => text.slice(edit.start, edit.end).trim() !== '');
}

function outOfFence(text: string): readonly ResponseEdit[] {
  const fences = findFences(text);
  const [fence] = fences;
  if (fence && fences.length === 1) return keep(text, fence.inner.start, fence.close.start, 'code-fence');
  const open = fence ? null : /^\s*`{3,}[^`\n]*\n/.exec(text);
  return open ? keep(text, open[0].length, text.length, 'code-fence') : [];
}

function outOfQuotes(text: string): readonly ResponseEdit[] {
  const quoted = /^\s*(["'`]|\*\*|__|“|‘)([^\n]*?)(["'`]|\*\*|__|”|’)(?:[ \t]*\.)?\s*$/.exec(text);
  if (!quoted || quoted[2]!.trim() === '') return [];
  const start = text.indexOf(quoted[1]!) + quoted[1]!.length;
  return keep(text, start, start + quoted[2]!.length, 'quoted-answer');
}

/** The one point in time that a text names. */
function instantAlone(text: string, example: string): readonly ResponseEdit[] {
  const all = (written: string) => [...written.matchAll(instant)];
  if (all(example)[0]?.[0] !== example.trim()) return [];
  const found = all(text);
  if (new Set(found.map(([each]) => each)).size !== 1) return [];
  const { index, 0: own } = found[0]!;
  return keep(text, index, index + own.length, 'prose-around');
}

/** A paragraph in front that announces the answer with a colon, and one behind that is a sentence. */
function outOfParagraphs(text: string): readonly ResponseEdit[] {
  const announced = /^\s*(?=\S)[^\n]{1,300}:[ \t]*\n+(?=\S)/.exec(text);
  const rest = announced?.[0].length ?? 0;
  const last = text.trimEnd().lastIndexOf('\n\n');
  const isSentence = last > rest && /^\s*\p{Lu}[^\n]*[.!?]\s*$/u.test(text.slice(last));
  return keep(text, rest, isSentence ? last : text.length, 'prose-around');
}
