import { colon, comma, dot, isCloser, isNameCode, openList, openObject, semicolon, skipBlanks } from './characters.ts';
import { closerStep, ellipsisStep, finishImplied } from './closerSteps.ts';
import type { Scene } from './context.ts';
import { expression } from './costs.ts';
import { quoteKindAt } from './quotes.ts';
import type { Reading } from './reading.ts';

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
