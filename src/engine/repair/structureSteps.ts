import {
  closeList,
  closeObject,
  closeParen,
  colon,
  comma,
  commentEnd,
  dot,
  equals,
  isCloser,
  isCommentAt,
  isNameCode,
  isOddSpace,
  openList,
  openObject,
  openParen,
  semicolon,
  skipBlanks,
} from './characters.ts';
import { isKeyAt, type Scene } from './context.ts';
import { expression } from './costs.ts';
import { quoteKindAt } from './quotes.ts';
import type { Frame, Reading } from './reading.ts';
import { openString } from './stringSteps.ts';
import { bareKeyStep, bareValueStep } from './wordSteps.ts';

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

/** A value is expected: after a colon, or as an item of a list. */
export function valueStep(reading: Reading, scene: Scene): void {
  const { text } = scene;
  const { position, frame } = reading;
  const code = text.charCodeAt(position);
  if (code === openObject || code === openList) {
    const { commaAt } = reading;
    if (frame && !frame.isObject && commaAt >= 0 && (reading.kinds & 1) === 1) closeListBefore(reading.fork(), scene);
    reading.guidance += reading.valueSchema()?.typeCost(code === openObject ? 'object' : 'array') ?? 0;
    reading.open(position, position + 1, code === openObject);
    scene.add(reading);
    return;
  }
  if (code === openParen) {
    reading.charge('tuple');
    reading.open(position, position + 1, false, { isTuple: true });
    scene.add(reading);
    return;
  }
  const kind = quoteKindAt(text, position);
  if (kind) {
    // A key where an item is expected: the list was never closed.
    if (frame && !frame.isObject && reading.commaAt >= 0 && frame.parent?.isObject && isKeyAt(text, position))
      closeListBefore(reading.fork(), scene);
    openString(reading, kind, false);
    scene.add(reading);
    return;
  }
  if (isCloser(code)) {
    closerForValue(reading, scene);
    return;
  }
  if (code === comma || code === semicolon) {
    commaForValue(reading, scene);
    return;
  }
  if (code === dot && text.startsWith('...', position)) {
    ellipsisStep(reading, scene);
    return;
  }
  if (code === colon || code === equals) {
    dropSign(reading, scene);
    return;
  }
  if (frame && !frame.isObject && reading.commaAt >= 0 && frame.parent?.isObject && isKeyAt(text, position))
    closeListBefore(reading.fork(), scene);
  bareValueStep(reading, scene);
}

/** The list ends before its last comma, and what follows belongs to what holds it. */
function closeListBefore(reading: Reading, scene: Scene): void {
  const { commaAt, lastEnd, frame } = reading;
  reading.edit(lastEnd, lastEnd, frame!.isObject ? '}' : ']', 'missing-brace');
  reading.close(lastEnd);
  if (!reading.frame) return;
  reading.commaAt = commaAt;
  reading.position = commaAt + 1;
  reading.mode = reading.frame.isObject ? 'key' : 'value';
  scene.add(reading);
}

function closerForValue(reading: Reading, scene: Scene): void {
  const { frame, position } = reading;
  if (!frame) return;
  if (frame.isObject) {
    const dropped = reading.fork();
    dropped.edit(dropped.lastEnd, position, '', 'missing-value');
    dropped.base += 0.5;
    dropMember(dropped);
    dropped.mode = 'after';
    scene.add(dropped);
    reading.edit(position, position, 'null', 'missing-value');
    reading.finishValue(position, position);
    scene.add(reading);
    return;
  }
  dropComma(reading);
  scene.add(reading);
}

/** Forgets the edits within the member that was dropped. */
function dropMember(reading: Reading): void {
  const last = reading.edits!;
  let rest = last.before;
  while (rest && rest.edit.start >= reading.lastEnd) rest = rest.before;
  reading.edits = { edit: last.edit, before: rest };
  reading.keys = reading.keys?.before;
  reading.commaAt = -1;
}

/** Takes the comma before a closing bracket away. */
function dropComma(reading: Reading): void {
  const { commaAt } = reading;
  if (commaAt >= 0) {
    reading.edit(commaAt, commaAt + 1, '', 'trailing-comma');
    // A comma makes a tuple of a single item.
    if (reading.frame!.isTuple) reading.valueStart = commaAt;
  }
  reading.commaAt = -1;
  reading.mode = 'after';
}

function commaForValue(reading: Reading, scene: Scene): void {
  const { frame, position } = reading;
  if (frame?.isObject) {
    reading.edit(position, position, 'null', 'missing-value');
    reading.finishValue(position, position);
  } else {
    if (frame?.parent?.isObject && isKeyAt(scene.text, skipBlanks(scene.text, position + 1))) {
      const closed = reading.fork();
      closed.commaAt = position;
      closeListBefore(closed, scene);
    }
    reading.edit(position, position + 1, '', 'extra-comma');
    reading.position++;
  }
  scene.add(reading);
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

function dropSign(reading: Reading, scene: Scene): void {
  const { position } = reading;
  reading.edit(position, position + 1, '', 'stray-text');
  reading.position++;
  scene.add(reading);
}

/** A key is expected, or the end of the object. */
export function keyStep(reading: Reading, scene: Scene): void {
  const { text } = scene;
  const { position, frame, commaAt } = reading;
  const code = text.charCodeAt(position);
  const kind = quoteKindAt(text, position);
  if (kind) {
    if (commaAt >= 0) closeObjectBefore(reading, scene);
    openString(reading, kind, true);
    scene.add(reading);
    return;
  }
  if (isCloser(code)) {
    dropComma(reading);
    scene.add(reading);
    return;
  }
  if (code === comma || code === semicolon) {
    reading.edit(position, position + 1, '', 'extra-comma');
    reading.position++;
    scene.add(reading);
    return;
  }
  if (code === dot && text.startsWith('...', position)) {
    ellipsisStep(reading, scene);
    return;
  }
  if (code === openObject || code === openList) {
    if (commaAt >= 0) {
      if (frame!.parent && !frame!.parent.isObject) closeListBefore(reading.fork(), scene);
      if (code === openList) openListBefore(reading.fork(), scene);
    }
    reading.edit(position, position + 1, '', 'extra-brace');
    reading.position++;
    scene.add(reading);
    return;
  }
  if (commaAt >= 0) closeObjectBefore(reading, scene);
  bareKeyStep(reading, scene);
}

/** The key that follows may belong to the object around this one, whose closing bracket is then missing. */
function closeObjectBefore(reading: Reading, scene: Scene): void {
  const { frame } = reading;
  if (!frame?.parent?.isObject) return;
  closeListBefore(reading.fork(), scene);
}

/** The value before the comma was the first item of a list whose opening bracket is missing. */
function openListBefore(reading: Reading, scene: Scene): void {
  const { valueStart, lastEnd, commaAt, position } = reading;
  reading.edit(valueStart, valueStart, '[', 'missing-brace');
  reading.open(valueStart, position, false);
  reading.kinds = 4;
  reading.lastEnd = lastEnd;
  reading.commaAt = commaAt;
  scene.add(reading);
}

/** A colon is expected. */
export function colonStep(reading: Reading, scene: Scene): void {
  const { text } = scene;
  const { position } = reading;
  const code = text.charCodeAt(position);
  if (code === colon) reading.position++;
  else if (code === equals) {
    const end = text.charAt(position + 1) === '>' ? position + 2 : position + 1;
    reading.edit(position, end, ':', 'wrong-separator');
    reading.position = end;
  } else if (code === comma || isCloser(code)) {
    reading.edit(position, position, ': null', 'missing-value');
    reading.finishValue(position, position);
    scene.add(reading);
    return;
  } else reading.edit(position, position, ':', 'missing-colon');
  reading.mode = 'value';
  scene.add(reading);
}

/** A comma or a closing bracket is expected. */
export function afterStep(reading: Reading, scene: Scene): void {
  const { text } = scene;
  const { position, lastEnd } = reading;
  const frame = reading.frame!;
  const code = text.charCodeAt(position);
  if (frame.isImplied && code !== comma && code !== openObject && code !== openList) {
    finishImplied(reading);
    scene.add(reading);
    return;
  }
  if (code === comma) {
    reading.commaAt = position;
    reading.position++;
    reading.mode = frame.isObject ? 'key' : 'value';
    scene.add(reading);
    return;
  }
  if (isCloser(code)) {
    closerStep(reading, frame, code, scene);
    return;
  }
  if (code === semicolon) {
    reading.edit(position, position + 1, ',', 'wrong-separator');
    reading.commaAt = position;
    reading.position++;
    reading.mode = frame.isObject ? 'key' : 'value';
    scene.add(reading);
    return;
  }
  if (code === dot && text.startsWith('...', position)) {
    ellipsisStep(reading, scene);
    return;
  }
  if ('+*%.('.includes(text.charAt(position))) {
    const operand = skipBlanks(text, position + 1);
    scene.refuse(reading.cost + expression + (quoteKindAt(text, operand) ? 1 : 0));
  }
  if (text.startsWith('```', position)) {
    closeAtFence(reading, scene);
    return;
  }
  if (code === openObject && frame.isObject && frame.parent && !frame.parent.isObject) {
    const closed = reading.fork();
    closed.edit(lastEnd, lastEnd, '}', 'missing-brace');
    closed.close(lastEnd);
    scene.add(closed);
  }
  const isFirst = lastEnd === frame.start + 1 && reading.valueStart < 0;
  if (quoteKindAt(text, position) || isNameCode(code) || code === 0x2d || code === openObject || code === openList) {
    if (!isFirst) reading.edit(lastEnd, lastEnd, ',', frame.isImplied ? 'several-values' : 'missing-comma');
    reading.commaAt = lastEnd;
    reading.mode = frame.isObject ? 'key' : 'value';
    scene.add(reading);
    return;
  }
  if (code === colon && !frame.isObject && frame.parent?.isObject) return;
  reading.edit(position, position + 1, '', 'stray-text');
  reading.position++;
  scene.add(reading);
}

/** The code block ends, and with it all that is open. */
function closeAtFence(reading: Reading, scene: Scene): void {
  const { lastEnd } = reading;
  while (reading.frame) {
    reading.edit(lastEnd, lastEnd, reading.frame.isObject ? '}' : ']', 'missing-brace');
    reading.close(lastEnd);
  }
  scene.add(reading);
}

/** Ends the list that holds several values. */
export function finishImplied(reading: Reading): void {
  const { lastEnd } = reading;
  reading.note(lastEnd, lastEnd, ']', 'several-values');
  reading.close(lastEnd);
}

/** A closing bracket: of this frame, of one around it, or a wrong one. */
function closerStep(reading: Reading, frame: Frame, code: number, scene: Scene): void {
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
