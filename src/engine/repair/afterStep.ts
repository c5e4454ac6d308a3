import {
  backtick,
  colon,
  comma,
  dot,
  isCloser,
  isNameCode,
  less,
  openList,
  openObject,
  openParen,
  percent,
  plus,
  semicolon,
  skipBlanks,
  star,
} from './characters.ts';
import { closerStep, ellipsisStep, finishImplied } from './closerSteps.ts';
import type { Scene } from './context.ts';
import { expression, extraPrices } from './costs.ts';
import { missingCost } from './ending.ts';
import { isMarkAt } from './marks.ts';
import { type QuoteKind, quoteKindAt } from './quotes.ts';
import type { Frame, Reading } from './reading.ts';
import { resumeString } from './stringEdges.ts';

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
    scene.goOn(reading);
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
  if (code === plus || code === star || code === percent || code === dot || code === openParen) {
    const operand = skipBlanks(text, position + 1);
    const kind = quoteKindAt(text, operand);
    scene.refuse(reading.cost + expression + (kind ? extraPrices.expressionOfString : 0));
    if (kind && code === plus) joinStrings(reading.fork(), operand, kind, scene);
  }
  // A part is taken from a value: `"abc"[0]`.
  if (code === openList && position === lastEnd && !isFirst(reading, frame))
    scene.refuse(reading.cost + extraPrices.partOfValue);
  if ((code === backtick && text.startsWith('```', position)) || (isMarkBegin(code) && isMarkAt(text, position))) {
    closeAtFence(reading, scene);
    return;
  }
  if (code === openObject && frame.isObject && frame.parent && !frame.parent.isObject) {
    const closed = reading.fork();
    closed.edit(lastEnd, lastEnd, '}', 'missing-brace');
    closed.close(lastEnd);
    scene.add(closed);
  }
  if (quoteKindAt(text, position) || isNameCode(code) || code === 0x2d || code === openObject || code === openList) {
    if (!isFirst(reading, frame))
      reading.edit(lastEnd, lastEnd, ',', frame.isImplied ? 'several-values' : 'missing-comma');
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

/** Whether the frame has no part yet. */
function isFirst({ lastEnd, valueStart }: Reading, frame: Frame): boolean {
  return lastEnd === frame.start + 1 && valueStart < 0;
}

/** Two strings with a plus between them: the second goes on where the first ended. */
function joinStrings(reading: Reading, operand: number, kind: QuoteKind, scene: Scene): void {
  const { text } = scene;
  const { lastEnd, valueStart } = reading;
  const first = quoteKindAt(text, valueStart);
  if (first?.width !== 1 || kind.width !== 1 || !first.closes(text, lastEnd - 1)) return;
  reading.forgetEdits(lastEnd - 1);
  reading.edit(lastEnd - 1, operand + 1, '', 'concatenation');
  resumeString(reading, kind, valueStart, operand + 1);
  scene.add(reading);
}

/** Whether a mark at the end of an answer may begin with this character. */
const isMarkBegin = (code: number): boolean => code === less || code === openList;

/** The code block ends, or the answer, and with it all that is open, behind what was taken away there. */
function closeAtFence(reading: Reading, scene: Scene): void {
  const end = reading.readEnd;
  reading.see('missing-brace');
  reading.base += missingCost(reading, scene.text);
  while (reading.frame) {
    reading.note(end, end, reading.frame.isObject ? '}' : ']', 'missing-brace');
    reading.close(end);
  }
  scene.add(reading);
}
