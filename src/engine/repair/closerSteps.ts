import {
  closeList,
  closeObject,
  closeParen,
  colon,
  comma,
  dot,
  hash,
  isCommentAt,
  isOddSpace,
  isWrittenBreak,
  newline,
  openList,
  openObject,
  quote,
  skipBlanks,
} from './characters.ts';
import { isKeyAt, type Scene } from './context.ts';
import { endPrices, extraPrices } from './costs.ts';
import type { Frame, Reading } from './reading.ts';

/** Comments and spaces that go on for so long are skipped by only so many readings. */
const longRun = 1000;
/** How many open brackets a bracket of an outer one closes at once, at most. */
const mostLevels = 8;
/** How far the end of a comment is looked for that does not end with its line. */
const longestComment = 300;

/** Skips blanks, other spaces and comments; says whether more follows, or that the reading is given up. */
export function skipIgnored(reading: Reading, scene: Scene): 'more' | 'end' | 'given up' {
  const { text } = scene;
  let i = reading.position;
  let checked = i;
  for (;;) {
    i = skipBlanks(text, i);
    if (i - checked > longRun) {
      if (!scene.mayRead(reading, i - checked)) return 'given up';
      checked = i;
    }
    if (i >= text.length) break;
    const code = text.charCodeAt(i);
    if (isWrittenBreak(text, i)) {
      reading.edit(i, i + 2, '', 'odd-space');
      i += 2;
    } else if (isOddSpace(code)) {
      const start = i;
      while (isOddSpace(text.charCodeAt(i))) i++;
      reading.edit(start, i, '', 'odd-space');
    } else if (isCommentAt(text, i)) {
      const end = scene.commentEnd(i);
      if (end >= text.length && reading.frame) {
        endCommentBefore(reading.fork(), i, scene);
        reading.pay(endPrices.openComment);
      }
      reading.edit(i, end, '', 'comment');
      i = end;
    } else break;
  }
  reading.position = i;
  return i < text.length ? 'more' : 'end';
}

/** A comment at `start` that would swallow the rest of the text may have ended before a bracket in its line. */
function endCommentBefore(reading: Reading, start: number, scene: Scene): void {
  const { text } = scene;
  for (let i = start; i < text.length && i < start + longestComment; i++) {
    const code = text.charCodeAt(i);
    if (code === newline) return;
    if (code !== closeObject && code !== closeList) continue;
    reading.edit(start, i, '', 'comment');
    reading.pay(text.charCodeAt(start) === hash ? extraPrices.hashEnds : extraPrices.slashEnds);
    reading.position = i;
    scene.add(reading);
    return;
  }
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
  reading.forgetMember(reading.lastEnd);
  reading.keys = reading.keys?.before;
  reading.commaAt = -1;
}

/** Takes the comma before a closing bracket away. */
export function dropComma(reading: Reading): void {
  const { commaAt } = reading;
  if (commaAt >= 0) {
    reading.forgetAt(commaAt);
    reading.edit(commaAt, commaAt + 1, '', 'trailing-comma');
    // A comma makes a tuple of a single item.
    if (reading.frame!.isTuple) reading.valueStart = commaAt;
  }
  reading.commaAt = -1;
  reading.mode = 'after';
}

/** Ends the list that holds several values. */
export function finishImplied(reading: Reading): void {
  const end = reading.readEnd;
  reading.note(end, end, ']', 'several-values');
  reading.close(end);
}

/** A closing bracket: of this frame, of one around it, or a wrong one. */
export function closerStep(reading: Reading, frame: Frame, code: number, scene: Scene): void {
  const { position, lastEnd } = reading;
  const own = frame.isObject ? closeObject : closeList;
  if (
    reading.doublesBraces &&
    code === closeObject &&
    scene.text.charCodeAt(position + 1) === closeObject &&
    frame.isObject
  ) {
    reading.note(position, position + 1, '', 'extra-brace');
    reading.close(position + 2);
    scene.add(reading);
    return;
  }
  if (code === own || (frame.isTuple && code === closeParen)) {
    if (frame.isTuple && isSingle(reading, frame, scene.text)) reading.unwrap(position + 1);
    else {
      if (code !== own) reading.note(position, position + 1, ']', 'tuple');
      if (code === own && goesOn(reading, frame, position + 1, scene)) dropEarly(reading.fork(), scene);
      reading.close(position + 1);
    }
    scene.add(reading);
    return;
  }
  if (code === closeList && frame.isObject && mayBeItem(reading, scene)) openListBefore(reading.fork(), scene);
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
  extra.pay(extraPrices.droppedCloser);
  dropCloser(extra, scene);
  reading.edit(position, position + 1, frame.isObject ? '}' : ']', 'wrong-brace');
  reading.close(position + 1);
  scene.add(reading);
}

/** Takes the closing bracket at the reading's position for one too many. */
function dropCloser(reading: Reading, scene: Scene): void {
  const { position } = reading;
  reading.edit(position, position + 1, '', 'extra-brace');
  reading.position = position + 1;
  scene.add(reading);
}

/** The same where one further inside may have been the one too many. */
function dropEarly(reading: Reading, scene: Scene): void {
  if (reading.kinds !== 1) reading.doubts++;
  dropCloser(reading, scene);
}

/** Whether what follows the closing bracket of a frame belongs into it, and not into what is around it. */
function goesOn({ kinds }: Reading, frame: Frame, end: number, { text }: Scene): boolean {
  const at = skipBlanks(text, end);
  const hasComma = text.charCodeAt(at) === comma;
  // Without a comma too a member behind the whole value belongs to it: prose holds none.
  if (!hasComma && (!frame.isObject || frame.parent)) return false;
  const next = hasComma ? skipBlanks(text, at + 1) : at;
  if (frame.isObject) return !frame.parent?.isObject && text.charCodeAt(next) === quote && isKeyAt(text, next);
  const code = text.charCodeAt(next);
  return (
    frame.parent?.isObject === true && ((code === openList && kinds === 4) || (code === openObject && kinds === 2))
  );
}

/** Whether the last value may be an item of a list: not one that ends with the same bracket, which is rather doubled. */
function mayBeItem({ valueStart, lastEnd }: Reading, { text }: Scene): boolean {
  return valueStart >= 0 && text.charCodeAt(lastEnd - 1) !== closeList;
}

/** The last value was the last item of a list whose opening bracket is missing. */
export function openListBefore(reading: Reading, scene: Scene): void {
  const { valueStart, lastEnd, commaAt, position } = reading;
  reading.edit(valueStart, valueStart, '[', 'missing-brace');
  reading.open(valueStart, position, false);
  reading.mode = commaAt >= 0 ? 'value' : 'after';
  reading.valueStart = valueStart;
  reading.lastEnd = lastEnd;
  reading.commaAt = commaAt;
  scene.add(reading);
}

/** Whether the parentheses hold one value and no comma. */
function isSingle({ valueStart }: Reading, frame: Frame, text: string): boolean {
  return valueStart === skipBlanks(text, frame.start + 1);
}

function closes(frame: Frame, code: number): boolean {
  return code === (frame.isObject ? closeObject : closeList) || (frame.isTuple && code === closeParen);
}

/**
 * Reads the full-width sign at the reading's position, which stands for `sign`, where it has its place there; otherwise
 * false.
 */
export function wideStep(reading: Reading, scene: Scene, sign: number): boolean {
  const { mode, position, frame } = reading;
  if (sign === colon && mode === 'colon') {
    replace(reading, sign);
    reading.position++;
    reading.mode = 'value';
  } else if (sign === comma && mode === 'after' && frame && !frame.isImplied) {
    replace(reading, sign);
    reading.commaAt = position;
    reading.position++;
    reading.mode = frame.isObject ? 'key' : 'value';
  } else if ((sign === openObject || sign === openList) && mode === 'value') {
    replace(reading, sign);
    reading.guide(reading.valueSchema()?.typeCost(sign === openObject ? 'object' : 'array') ?? 0);
    reading.open(position, position + 1, sign === openObject);
  } else if (frame && mode !== 'colon' && sign === (frame.isObject ? closeObject : closeList)) {
    if (mode !== 'after') {
      if (mode === 'value' && frame.isObject) return false;
      dropComma(reading);
    }
    replace(reading, sign);
    reading.close(position + 1);
  } else return false;
  scene.goOn(reading);
  return true;
}

function replace(reading: Reading, sign: number): void {
  const { position } = reading;
  reading.edit(position, position + 1, String.fromCharCode(sign), 'full-width');
}
