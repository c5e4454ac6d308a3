import type { Span } from '../core/span.ts';
import { diagnose } from '../repair/index.ts';
import { findFences } from '../text/index.ts';
import { type MarkupCause, markupCauses } from './causes.ts';
import { isOnlyProse, withoutProse } from './proseEdits.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** More blocks are not looked at. */
const mostFences = 3;
/** How likely one line is. */
const lineShare = 0.95;
/** How likely several lines are all code: nothing tells it from the prose that was to stand in front of it. */
const codeShare = 0.6;
/** How likely they are where those in front read like prose; and how likely it is then that the others are the code. */
const proseShare = 0.15;
const behindTrust = 0.8;
/** How likely a line of its own in single backticks is the code. */
const quotedTrust = 0.85;

/**
 * The edits that put an answer into the code block that a format wants, the likeliest first. `holdsJson`: the block
 * holds JSON, so that prose around it stays outside. Linear.
 */
export function fenceEdits(text: string, language: string, holdsJson: boolean): readonly Repairing[] {
  const fences = findFences(text);
  const behind = fences.at(-1)?.close.end ?? 0;
  if (fences.length > 0) {
    const found = fences.slice(0, mostFences).map(({ language: own, inner }): Repairing => {
      const written = text.slice(own.start, own.end);
      const edits = written === language ? [] : [edit(own.start, own.end, language, 'wrong-fence')];
      const made = repairing(edits, inner.start, inner.end);
      // Of several in other languages nobody knows which is meant.
      return fences.length > 1 && edits.length > 0 ? { ...made, confidence: made.confidence / fences.length } : made;
    });
    // One that has the language, and no end, is meant before all others.
    return text.slice(behind).includes(`\`\`\`${language}\n`) && language !== ''
      ? [
          ...unclosed(text, behind, language, holdsJson),
          ...found.map(way => ({ ...way, confidence: way.confidence / 3 })),
        ]
      : found;
  }
  const begun = [...inLineFence(text, language), ...unclosed(text, 0, language, holdsJson)];
  if (begun.length > 0) return begun;
  const json = holdsJson ? diagnose(text, { limit: 1 }).candidates[0]?.span : undefined;
  const marks = json && text.charAt(json.start - 1) === '`' && text.charAt(json.end) === '`' ? 1 : 0;
  return (json ? [{ ...json, marks, trust: 1 }] : codeWithin(text, holdsJson)).map(code =>
    inFence(text, code, language),
  );
}

/** The block that begins behind a place, and does not end. */
function unclosed(text: string, from: number, language: string, holdsJson: boolean): readonly Repairing[] {
  const pattern = /^[ \t]*`{3,}([^\n`]*)(?:\n|$)/gm;
  pattern.lastIndex = from;
  const open = pattern.exec(text);
  if (!open) return [];
  const start = open.index + open[0].length;
  const end = Math.max(start, text.trimEnd().length);
  const named = open[1]!.trimEnd();
  const at = open.index + open[0].indexOf('`') + /`+/.exec(open[0])![0].length;
  const edits = named === language ? [] : [edit(at, at + named.length, language, 'wrong-fence')];
  // Fewer backticks may stand at the end already.
  const closing = /\n`{1,2}$/.exec(text.slice(start, end));
  const stop = closing ? end - closing[0].length : end;
  edits.push(edit(stop, closing ? end : stop, '\n```', 'unclosed-fence'));
  // Behind a whole line only the backticks are missing; behind words nobody knows.
  const isLossy = !holdsJson && !closing && !text.endsWith('\n');
  return [{ ...repairing(edits, start, stop), lossy: isLossy }];
}

/** Where the code of a response stands that has no code block, with the single backticks around it, if any. */
interface Code extends Span {
  readonly marks: number;
  readonly trust: number;
}

const bare = { marks: 0 };

/** The stretches that may be code, the likeliest first. */
function codeWithin(text: string, holdsJson: boolean): readonly Code[] {
  const all = trimmed(text);
  if (all.end <= all.start) return [];
  if (holdsJson) return [{ ...all, ...bare, trust: 1 }];
  const quoted = /^[ \t]*`([^`]+)`[ \t]*$/m.exec(text);
  if (quoted && text.indexOf('`', quoted.index + quoted[0].length) < 0 && !text.slice(0, quoted.index).includes('`')) {
    const start = text.indexOf('`', quoted.index) + 1;
    return [{ start, end: start + quoted[1]!.length, marks: 1, trust: quotedTrust }];
  }
  // Words alone are not code, and backticks that are left belong to something else.
  if (isOnlyProse(text) || text.includes('``')) return [];
  if (!/\n/.test(text.slice(all.start, all.end)))
    return [{ ...all, ...bare, trust: text.includes('`') ? proseShare : lineShare }];
  const code = labelledCode(text) ?? withoutProse(text, all);
  const whole = {
    ...all,
    ...bare,
    trust: code || text.split('\n').some(line => isOnlyProse(line) && line.trim() !== '') ? proseShare : codeShare,
  };
  return code ? [{ ...code, ...bare, trust: behindTrust }, whole] : [whole];
}

/** A line that announces a command, in a format whose commands stand in code blocks. */
const label =
  /^[ \t]{0,10}(?:[*_#>]{1,4} ?)?(?:command|action|bash|shell)s?(?:[*_]{1,2})?[ \t]{0,5}[:：]?(?:[*_]{1,2})?[ \t]{0,5}\n?(?=[^\s])/gim;

/** The lines behind a line that only announces them, up to an empty one; `undefined` where none does. */
function labelledCode(text: string): Span | undefined {
  for (const found of text.matchAll(label)) {
    if (!/[\n:：]/.test(found[0])) continue;
    const start = found.index + found[0].length;
    const gap = text.indexOf('\n\n', start);
    const end = gap < 0 ? text.trimEnd().length : gap;
    if (end > start && !isOnlyProse(text.slice(start, end))) return { start, end };
  }
  return undefined;
}

function inFence(text: string, { start, end, marks, trust }: Code, language: string): Repairing {
  const from = start - marks;
  const before = `${from > 0 && text.charAt(from - 1) !== '\n' ? '\n' : ''}\`\`\`${language}\n`;
  const edits = [edit(from, start, before, 'no-fence'), edit(end, end + marks, '\n```', 'no-fence')];
  return { ...repairing(edits, start, end), confidence: markupCauses['no-fence'].trust * trust };
}

/** A block that opens in the midst of a line: no Markdown, but what looks for the backticks alone finds it. */
function inLineFence(text: string, language: string): readonly Repairing[] {
  const opening = `\`\`\`${language}`;
  const at = text.indexOf(opening);
  if (language === '' || at < 0 || text.slice(text.lastIndexOf('\n', at) + 1, at).trim() === '') return [];
  const start = at + opening.length;
  const close = text.indexOf('```', start);
  if (close >= 0) return [repairing([], start, close)];
  const end = Math.max(start, text.trimEnd().length);
  return [repairing([edit(end, end, '\n```', 'unclosed-fence')], start, end)];
}

function trimmed(text: string) {
  const start = text.length - text.trimStart().length;
  return { start, end: Math.max(start, text.trimEnd().length) };
}

function edit(start: number, end: number, text: string, cause: MarkupCause): ResponseEdit {
  return { start, end, text, cause };
}

function repairing(edits: readonly ResponseEdit[], start: number, end: number): Repairing {
  const confidence = edits.reduce((product, { cause }) => product * markupCauses[cause as MarkupCause].trust, 1);
  return { edits, confidence, lossy: false, parts: [{ start, end }] };
}
