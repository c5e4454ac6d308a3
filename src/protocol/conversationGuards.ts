import type {
  ConversationChoice,
  ConversationMemory,
  ConversationToHost,
  HostToConversation,
  Pane,
  PayloadLayout,
} from './conversationProtocol.ts';
import { isObject } from './guards.ts';

/** The most rows or lines of one request. */
const maxSlice = 500;

/** True for a message that a conversation preview may send. */
export function isConversationToHost(message: unknown): message is ConversationToHost {
  if (!isObject(message)) return false;
  switch (message.type) {
    case 'ready':
    case 'choose':
      return isChoice(message.choice);
    case 'rows':
      return isRange(message.from, message.to);
    case 'lines':
      return isPane(message.pane) && isRange(message.from, message.to);
    case 'reveal':
      return isObject(message.span) && isOffsets(message.span.start, message.span.end);
    case 'copy':
    case 'open':
      return isPane(message.pane);
    case 'allow':
      return typeof message.host === 'string';
    case 'save':
    case 'pickCounter':
    case 'countWithApi':
    case 'manageTrust':
    case 'openDiff':
    case 'openRequest':
    case 'retry':
      return true;
    default:
      return false;
  }
}

/** True for a message that the host may send to a conversation preview. */
export function isHostToConversation(message: unknown): message is HostToConversation {
  if (!isObject(message)) return false;
  if (message.type === 'copied') return isPane(message.pane);
  if (typeof message.revision !== 'number') return false;
  switch (message.type) {
    case 'state':
      return isObject(message.state) && Array.isArray(message.state.formatters);
    case 'rows':
      return isSlice(message.rows);
    case 'lines':
      return isPane(message.pane) && isSlice(message.lines);
    default:
      return false;
  }
}

/** True for what a conversation preview left behind before a reload. */
export function isConversationMemory(memory: unknown): memory is ConversationMemory {
  return (
    isObject(memory) &&
    typeof memory.uri === 'string' &&
    isChoice(memory.choice) &&
    (memory.layout === undefined || isLayout(memory.layout))
  );
}

function isLayout(value: unknown): value is PayloadLayout {
  return isObject(value) && typeof value.share === 'number' && typeof value.isFolded === 'boolean';
}

function isChoice(value: unknown): value is ConversationChoice {
  if (!isObject(value)) return false;
  const { agentscopeVersion, formatter, counter, maxTokens, truncation, other, otherTruncation, otherRelease } = value;
  return (
    [agentscopeVersion, formatter, counter, truncation, other, otherTruncation, otherRelease].every(
      each => each === undefined || typeof each === 'string',
    ) &&
    (maxTokens === undefined || maxTokens === null || (Number.isSafeInteger(maxTokens) && (maxTokens as number) > 0))
  );
}

function isPane(value: unknown): value is Pane {
  return value === 'main' || value === 'other';
}

function isSlice(value: unknown): boolean {
  return isObject(value) && typeof value.from === 'number' && Array.isArray(value.items);
}

function isRange(from: unknown, to: unknown): boolean {
  return isOffsets(from, to) && (to as number) - (from as number) <= maxSlice;
}

function isOffsets(start: unknown, end: unknown): boolean {
  return (
    Number.isSafeInteger(start) &&
    Number.isSafeInteger(end) &&
    (start as number) >= 0 &&
    (end as number) >= (start as number)
  );
}
