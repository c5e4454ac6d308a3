import { textMember } from './modelApi.ts';

/** The text of a message's content: a text, or a list of parts with texts. */
export function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  return content.map(part => (typeof part === 'string' ? part : (textMember(part, 'text') ?? ''))).join('');
}

/** The arguments of a call as JSON text: as the model wrote them, or of the object that a server made of that. */
export function argumentsText(written: unknown): string | undefined {
  if (typeof written === 'string') return written;
  return typeof written === 'object' && written !== null ? JSON.stringify(written) : undefined;
}

/** The first of several answers: that which has the place 0, or says none. */
export function firstChoice(choices: readonly unknown[]): unknown {
  return choices.find(choice => {
    const index = typeof choice === 'object' && choice !== null ? (choice as { readonly index?: unknown }).index : 0;
    return typeof index !== 'number' || index === 0;
  });
}
