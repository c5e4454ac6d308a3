import {
  colon,
  comma,
  dot,
  equals,
  isCloser,
  openList,
  openObject,
  openParen,
  semicolon,
  skipBlanks,
} from './characters.ts';
import { dropComma, dropMember, ellipsisStep, openListBefore } from './closerSteps.ts';
import { isItemAt, isKeyAt, type Scene } from './context.ts';
import { extraPrices } from './costs.ts';
import { plainQuotes, quoteKindAt } from './quotes.ts';
import type { Reading } from './reading.ts';
import { openDoubled, openString } from './stringEdges.ts';
import { bareKeyStep, bareValueStep } from './wordSteps.ts';

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
      doubled.pay(extraPrices.allDoubled);
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

/** A value is expected: after a colon, or as an item of a list. */
export function valueStep(reading: Reading, scene: Scene): void {
  const { text } = scene;
  const { position, frame } = reading;
  const code = text.charCodeAt(position);
  if (code === openObject || code === openList) {
    const { commaAt } = reading;
    if (frame && !frame.isObject && commaAt >= 0 && (reading.kinds & 1) === 1) closeListBefore(reading.fork(), scene);
    reading.guide(reading.valueSchema()?.typeCost(code === openObject ? 'object' : 'array') ?? 0);
    if (code === openObject && reading.doublesBraces && text.charCodeAt(position + 1) === openObject) {
      reading.note(position, position + 1, '', 'extra-brace');
      reading.open(position + 1, position + 2, true);
    } else reading.open(position, position + 1, code === openObject);
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
    if (frame && !frame.isObject && reading.commaAt >= 0 && isKeyAt(text, position)) {
      if (frame.parent?.isObject) closeListBefore(reading.fork(), scene);
      if (reading.kinds === 2) openObjectHere(reading.fork(), scene);
    }
    openDoubled(reading, scene, false);
    openString(reading, kind, false);
    scene.goOn(reading);
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

/** A key among the objects of a list: the bracket that opens its own is missing. */
function openObjectHere(reading: Reading, scene: Scene): void {
  const { position } = reading;
  reading.edit(position, position, '{', 'missing-brace');
  reading.open(position, position, true);
  scene.add(reading);
}

function closerForValue(reading: Reading, scene: Scene): void {
  const { frame, position } = reading;
  if (!frame) return;
  if (frame.isObject) {
    const dropped = reading.fork();
    dropped.edit(dropped.lastEnd, position, '', 'missing-value');
    dropped.pay(extraPrices.droppedMember);
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

function dropSign(reading: Reading, scene: Scene): void {
  const { position } = reading;
  reading.edit(position, position + 1, '', 'stray-text');
  reading.position++;
  scene.add(reading);
}
