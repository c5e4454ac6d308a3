import { diagnose } from '../repair/diagnose.ts';
import { findFences } from '../text/fences.ts';
import { type MarkupCause, markupCauses } from './markupCauses.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** How likely several lines are all code: nothing tells it from the prose that was to stand in front of it. */
const codeShare = 0.6;

/**
 * The edits that put an answer into the code block that a format wants, the likeliest first. `holdsJson`: the block
 * holds JSON, so that prose around it stays outside. Linear.
 */
export function fenceEdits(text: string, language: string, holdsJson: boolean): readonly Repairing[] {
  const found: Repairing[] = [];
  const fences = findFences(text);
  for (const { language: own, inner } of fences.slice(0, 3)) {
    const written = text.slice(own.start, own.end);
    const edits = written === language ? [] : [edit(own.start, own.end, language, 'wrong-fence')];
    found.push(repairing(edits, inner.start, inner.end));
  }
  if (fences.length > 0) return found;
  const open = /^[ \t]*`{3,}([^\n`]*)(?:\n|$)/m.exec(text);
  if (open) {
    const start = open.index + open[0].length;
    const end = Math.max(start, text.trimEnd().length);
    const named = open[1]!.trimEnd();
    const at = open.index + open[0].indexOf('`') + /`+/.exec(open[0])![0].length;
    const edits = named === language ? [] : [edit(at, at + named.length, language, 'wrong-fence')];
    // Fewer backticks may stand at the end already.
    const closing = /\n`{1,2}$/.exec(text.slice(start, end));
    const stop = closing ? end - closing[0].length : end;
    edits.push(edit(stop, closing ? end : stop, '\n```', 'unclosed-fence'));
    return [repairing(edits, start, stop)];
  }
  const place = (holdsJson && diagnose(text, { limit: 1 }).candidates[0]?.span) || trimmed(text);
  if (place.end <= place.start) return [];
  const before = `${place.start > 0 && text.charAt(place.start - 1) !== '\n' ? '\n' : ''}\`\`\`${language}\n`;
  const edits = [edit(place.start, place.start, before, 'no-fence'), edit(place.end, place.end, '\n```', 'no-fence')];
  const trust = markupCauses['no-fence'].trust * (holdsJson || !/\n/.test(text.trim()) ? 1 : codeShare);
  return [{ ...repairing(edits, place.start, place.end), confidence: trust }];
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
