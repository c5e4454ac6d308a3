import { closeList, closeObject, colon, comma, openList, openObject } from './characters.ts';
import { dropComma } from './closerSteps.ts';
import type { Scene } from './context.ts';
import type { Reading } from './reading.ts';

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
    reading.guidance += reading.valueSchema()?.typeCost(sign === openObject ? 'object' : 'array') ?? 0;
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
