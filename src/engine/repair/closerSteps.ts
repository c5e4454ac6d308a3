import {
  closeList,
  closeObject,
  closeParen,
  comma,
  commentEnd,
  dot,
  isCommentAt,
  isOddSpace,
  skipBlanks,
} from './characters.ts';
import type { Scene } from './context.ts';
import type { Frame, Reading } from './reading.ts';

/** So many open brackets are closed at once by a bracket of an outer one. */
const mostLevels = 8;

/** Skips blanks, other spaces and comments; true where more follows. */
export function skipIgnored(reading: Reading, text: string): boolean {
  let i = reading.position;
  for (;;) {
    i = skipBlanks(text, i);
    if (i >= text.length) break;
    const code = text.charCodeAt(i);
    if (isOddSpace(code)) {
      reading.edit(i, i + 1, '', 'odd-space');
      i++;
    } else if (isCommentAt(text, i)) {
      const end = commentEnd(text, i);
      reading.edit(i, end, '', 'comment');
      i = end;
    } else break;
  }
  reading.position = i;
  return i < text.length;
}

/** Takes three dots away, and the comma behind them. */
export function ellipsisStep(reading: Reading, scene: Scene): void {
  const { text } = scene;
  let end = reading.position;
  while (text.charCodeAt(end) === dot) end++;
  const next = skipBlanks(text, end);
  if (reading.mode !== 'after' && text.charCodeAt(next) === comma) end = next + 1;
  reading.edit(reading.position, end, '', 'ellipsis');
  reading.position = end;
  scene.add(reading);
}

/** Forgets the edits within the member that was dropped. */
export function dropMember(reading: Reading): void {
  const last = reading.edits!;
  let rest = last.before;
  while (rest && rest.edit.start >= reading.lastEnd) rest = rest.before;
  reading.edits = { edit: last.edit, before: rest };
  reading.keys = reading.keys?.before;
  reading.commaAt = -1;
}

/** Takes the comma before a closing bracket away. */
export function dropComma(reading: Reading): void {
  const { commaAt } = reading;
  if (commaAt >= 0) {
    reading.edit(commaAt, commaAt + 1, '', 'trailing-comma');
    // A comma makes a tuple of a single item.
    if (reading.frame!.isTuple) reading.valueStart = commaAt;
  }
  reading.commaAt = -1;
  reading.mode = 'after';
}

/** Ends the list that holds several values. */
export function finishImplied(reading: Reading): void {
  const { lastEnd } = reading;
  reading.note(lastEnd, lastEnd, ']', 'several-values');
  reading.close(lastEnd);
}

/** A closing bracket: of this frame, of one around it, or a wrong one. */
export function closerStep(reading: Reading, frame: Frame, code: number, scene: Scene): void {
  const { position, lastEnd } = reading;
  const own = frame.isObject ? closeObject : closeList;
  if (code === own || (frame.isTuple && code === closeParen)) {
    if (frame.isTuple && isSingle(reading, frame, scene.text)) reading.unwrap(position + 1);
    else {
      if (code !== own) reading.note(position, position + 1, ']', 'tuple');
      reading.close(position + 1);
    }
    scene.add(reading);
    return;
  }
  let levels = 1;
  let outer = frame.parent;
  while (outer && levels <= mostLevels && !closes(outer, code)) {
    outer = outer.parent;
    levels++;
  }
  if (outer && levels <= mostLevels) {
    const inner = reading.fork();
    for (let i = 0; i < levels; i++) {
      inner.edit(lastEnd, lastEnd, inner.frame!.isObject ? '}' : ']', 'missing-brace');
      inner.close(lastEnd);
    }
    inner.position = position;
    scene.add(inner);
  }
  const extra = reading.fork();
  extra.edit(position, position + 1, '', 'extra-brace');
  extra.base += 0.5;
  extra.position = position + 1;
  scene.add(extra);
  reading.edit(position, position + 1, frame.isObject ? '}' : ']', 'wrong-brace');
  reading.close(position + 1);
  scene.add(reading);
}

/** Whether the parentheses hold one value and no comma. */
function isSingle({ valueStart }: Reading, frame: Frame, text: string): boolean {
  return valueStart >= 0 && valueStart === skipBlanks(text, frame.start + 1);
}

function closes(frame: Frame, code: number): boolean {
  return code === (frame.isObject ? closeObject : closeList) || (frame.isTuple && code === closeParen);
}
