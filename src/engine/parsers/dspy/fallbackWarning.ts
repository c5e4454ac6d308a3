import { textOf } from '../shared/pieces.ts';
import { requestMessage } from './requestMessage.ts';
import type { DspySignature } from './signature.ts';
import { systemText } from './systemText.ts';

const made = new WeakMap<DspySignature, string>();

/**
 * What DSPy does after an answer that `ChatAdapter`, or `XMLAdapter`, which derives from it, cannot read: it says nothing and
 * asks `JSONAdapter`. The size of that request is given without inputs and demos, in UTF-16 units.
 */
export function fallbackWarning(signature: DspySignature): string {
  const known = made.get(signature);
  if (known !== undefined) return known;
  const request =
    textOf(systemText('JSONAdapter', signature)) + textOf(requestMessage('JSONAdapter', signature, () => undefined));
  const size = request.length.toLocaleString('en-US');
  const warning = `DSPy says nothing of this and asks again, with \`JSONAdapter\`: a second request, of ${size} characters without inputs and demos.`;
  made.set(signature, warning);
  return warning;
}
