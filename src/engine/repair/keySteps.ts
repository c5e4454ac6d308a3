import { colon, comma, dot, equals, isCloser, openList, openObject, semicolon } from './characters.ts';
import { dropComma, ellipsisStep, openListBefore } from './closerSteps.ts';
import { isItemAt, isKeyAt, type Scene } from './context.ts';
import { extraPrices } from './costs.ts';
import { openDoubled } from './oddQuotes.ts';
import { plainQuotes, quoteKindAt } from './quotes.ts';
import type { Reading } from './reading.ts';
import { openString } from './stringEdges.ts';
import { closeListBefore } from './valueSteps.ts';
import { bareKeyStep } from './wordSteps.ts';

/** A key is expected, or the end of the object. */
export function keyStep(reading: Reading, scene: Scene): void {
  const { text } = scene;
  const { position, frame, commaAt } = reading;
  const code = text.charCodeAt(position);
  const kind = quoteKindAt(text, position);
  if (kind) {
    if (commaAt >= 0) {
      closeObjectBefore(reading, scene);
      if (kind === plainQuotes && !isKeyAt(text, position) && isItemAt(text, position))
        openListBefore(reading.fork(), scene);
    }
    openDoubled(reading, scene, true);
    openString(reading, kind, true);
    scene.goOn(reading);
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
    if (code === openObject && frame!.start === position - 1 && !frame!.parent) {
      const doubled = reading.fork();
      doubled.doublesBraces = true;
      doubled.edit(position, position + 1, '', 'extra-brace');
      doubled.base += extraPrices.allDoubled;
      doubled.lastEnd = ++doubled.position;
      scene.add(doubled);
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
  scene.goOn(reading);
}
