import { isConstraintChoice, isConstraintToPreview, isPreviewToConstraint } from './constraintProtocol.ts';
import { isLength, isObject, type TextSpan } from './guards.ts';
import type { HostToPreview, PreviewMemory, PreviewToHost } from './instructionProtocol.ts';
import { isPreviewToRobustness, isRobustnessToPreview } from './robustnessProtocol.ts';

/** True for a message that a preview may send. */
export function isPreviewToHost(message: unknown): message is PreviewToHost {
  if (isPreviewToRobustness(message) || isPreviewToConstraint(message)) return true;
  if (!isObject(message)) return false;
  switch (message.type) {
    case 'ready':
      return typeof message.boundaries === 'boolean';
    case 'askPython':
    case 'copy':
    case 'compareRuntimes':
    case 'manageTrust':
    case 'open':
      return true;
    case 'boundaries':
      return typeof message.isOpen === 'boolean';
    case 'room':
      return isLength(message.width) && isLength(message.letter);
    case 'select':
      return typeof message.name === 'string';
    case 'view':
      return isOptionalString(message.name);
    case 'reveal':
      return isSpan(message.span);
    case 'revealUnknown':
      return Number.isSafeInteger(message.number);
    case 'openModule':
      return typeof message.file === 'string' && isPlace(message.line) && isPlace(message.column);
    default:
      return false;
  }
}

function isPlace(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** True for a message that the host may send to a preview. */
export function isHostToPreview(message: unknown): message is HostToPreview {
  if (isRobustnessToPreview(message) || isConstraintToPreview(message)) return true;
  if (!isObject(message)) return false;
  if (message.type === 'copied') return true;
  if (typeof message.revision !== 'number') return false;
  switch (message.type) {
    case 'state':
      return isObject(message.state) && Array.isArray(message.state.names);
    case 'tokens':
      return Array.isArray(message.counts);
    case 'samples':
      return Array.isArray(message.samples);
    default:
      return false;
  }
}

/** True for what a preview left behind before a reload. */
export function isPreviewMemory(memory: unknown): memory is PreviewMemory {
  return (
    isObject(memory) &&
    typeof memory.uri === 'string' &&
    isOptionalString(memory.name) &&
    isOptionalString(memory.view) &&
    (memory.robustness === undefined || typeof memory.robustness === 'boolean') &&
    (memory.constraint === undefined ||
      (isObject(memory.constraint) &&
        typeof memory.constraint.isOpen === 'boolean' &&
        isConstraintChoice(memory.constraint))) &&
    typeof memory.whitespace === 'boolean' &&
    typeof memory.boundaries === 'boolean'
  );
}

function isOptionalString(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function isSpan(value: unknown): value is TextSpan {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.start) &&
    Number.isSafeInteger(value.end) &&
    (value.start as number) >= 0 &&
    (value.end as number) >= (value.start as number)
  );
}
