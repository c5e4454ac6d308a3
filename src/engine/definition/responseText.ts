import type { ModelMessage } from '../core/result.ts';

/**
 * The text of a response, which the spans of its result index: `message` or `content`; the text blocks of a list put
 * together without separator, as AgentScope does. `null`, Python's `None`, where it has no text. Never throws.
 */
export function responseText(response: string | ModelMessage): string | null {
  if (typeof response === 'string') return response;
  try {
    return messageText(response);
  } catch {
    // A member that throws when it is read has no text.
    return null;
  }
}

function messageText(response: ModelMessage | null | undefined): string | null {
  const { message, content } = response ?? {};
  if (typeof message === 'string') return message;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map(block => (typeof block === 'string' ? block : block?.text));
  return texts.filter(text => typeof text === 'string').join('');
}
