import { strictValue } from '../repair/index.ts';
import { findFences } from '../text/index.ts';
import { markupCauses, trustIn } from './causes.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** More blanks stay. */
const longestBlanks = 100;
/** A block in one line; more backticks in a row than 100 are not a fence. */
const oneLine = /^([ \t]*)(`{3,100})([^`\n]*)(`{3,100})[ \t]*$/gm;
const tildes = /^[ \t]*(~{3,})(?=[^\n~]*$)/gm;

/**
 * The edits that give code blocks the lines that formats want: fences without blanks in front of them, with what is in the
 * block moved as far; at the beginnings of lines; of backticks. `language`: that of the format's block. `undefined` where all
 * fences stand so. Linear.
 */
export function fenceShapes(text: string, language: string): Repairing | undefined {
  const edits = [...tildeEdits(text), ...oneLineEdits(text, language)];
  if (edits.length === 0) edits.push(...indentEdits(text));
  if (edits.length === 0) edits.push(...endEdits(text));
  if (edits.length === 0) edits.push(...blankEdits(text));
  if (edits.length === 0) return undefined;
  edits.sort((one, other) => one.start - other.start);
  return { edits, confidence: trustIn(edits), lossy: false, parts: [] };
}

function tildeEdits(text: string): readonly ResponseEdit[] {
  if (text.includes('```') || !text.includes('~~~')) return [];
  return [...text.matchAll(tildes)].map(({ 0: all, 1: mark = '', index }) => {
    const start = index + all.length - mark.length;
    return { start, end: start + mark.length, text: '```', cause: 'fence-shape' };
  });
}

/** ```` ```bash ls``` ````: behind the language of the format, or behind the backticks where the format has no language. */
function oneLineEdits(text: string, language: string): readonly ResponseEdit[] {
  if (!text.includes('```')) return [];
  return [...text.matchAll(oneLine)].flatMap(
    ({ 1: blanks = '', 2: open = '', 3: body = '', index }): ResponseEdit[] => {
      const from = index + blanks.length + open.length;
      const named = language === '' ? shellName(body) : body.startsWith(`${language} `) ? language.length : 0;
      const code = body.slice(named);
      const gap = code.length - code.trimStart().length;
      if (code.trim() === '') return [];
      const start = from + named;
      const end = from + body.trimEnd().length;
      return [
        { start, end: start + gap, text: '\n', cause: 'fence-shape' },
        { start: end, end: from + body.length, text: '\n', cause: 'fence-shape' },
      ];
    },
  );
}

/** How long the name of a shell is that code begins with. */
function shellName(code: string): number {
  return /^(?:bash|sh|shell|zsh|console|python|text)(?=\s)/.exec(code)?.[0].length ?? 0;
}

/** As Markdown has it: each line loses as many blanks as stand before the fence, if it has them. */
function indentEdits(text: string): readonly ResponseEdit[] {
  return findFences(text).flatMap(({ open, close }) => {
    const lineStart = text.lastIndexOf('\n', open.start - 1) + 1;
    const width = open.start - lineStart;
    if (width === 0) return [];
    const edits: ResponseEdit[] = [];
    for (let at = lineStart; at <= close.start && at >= 0; ) {
      let end = at;
      while (end - at < width && (text.charAt(end) === ' ' || text.charAt(end) === '\t')) end++;
      if (end > at) edits.push({ start: at, end, text: '', cause: 'indented' });
      const feed = text.indexOf('\n', at);
      at = feed < 0 ? text.length + 1 : feed + 1;
    }
    return edits;
  });
}

/** Blanks behind the fences of a block. */
function blankEdits(text: string): readonly ResponseEdit[] {
  return findFences(text).flatMap(({ open, close }) =>
    [open.end, close.end].flatMap((start): ResponseEdit[] => {
      const [blanks = ''] = /^[ \t]+(?=\n|$)/.exec(text.slice(start, start + longestBlanks)) ?? [];
      return blanks === '' ? [] : [{ start, end: start + blanks.length, text: '', cause: 'fence-shape' }];
    }),
  );
}

/** The backticks that end a block, where they stand behind the last line of it. */
function endEdits(text: string): readonly ResponseEdit[] {
  return findFences(text)
    .filter(({ inner, close }) => close.start > inner.start && /[^\s`]$/.test(text.slice(inner.start, close.start)))
    .map(({ close }) => ({ start: close.start, end: close.start, text: '\n', cause: 'fence-shape' }));
}

/** How sure a fence of JSON by another name is: of strict JSON, where nothing else can be meant, and of what may be JSON. */
const strictTrust = 0.999;
const jsonTrust = 0.97;

/**
 * Where a format wants JSON, and reads it in a fence as well: the edits that make `json` of the language that the only fence
 * names. None where it names none, or that. Linear.
 */
export function fenceLanguages(text: string): readonly Repairing[] {
  const [fence, ...others] = findFences(text);
  if (!fence || others.length > 0) return [];
  const { start, end } = fence.language;
  const language = text.slice(start, end);
  if (language === '' || language === 'json') return [];
  const isStrict = strictValue(text.slice(fence.inner.start, fence.inner.end)) !== undefined;
  const named = /^json/i.test(language) ? jsonTrust : markupCauses['wrong-fence'].trust;
  const confidence = isStrict ? strictTrust : named;
  const edits = [{ start, end, text: 'json', cause: 'wrong-fence' as const }];
  return [{ edits, confidence, lossy: false, parts: [fence.inner] }];
}
