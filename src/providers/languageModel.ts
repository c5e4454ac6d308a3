import { isPyDict, isPyList, type PyDict, type PyValue } from '../engine/index.ts';
import type { FailureKind } from './modelFailure.ts';

/** What became of a question to one of VS Code's language models. */
export type LanguageModelAnswer =
  | {
      readonly text: string;
      /** Tokens as the model counts them; absent where it does not. */
      readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
      /** Milliseconds until the answer was whole. */
      readonly ms: number;
    }
  | { readonly failure: FailureKind; readonly message: string; readonly ms: number };

/** A message as VS Code's language models take it: they know no system. */
export interface LanguageModelMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Whether it was a message of the system. */
  readonly wasSystem: boolean;
}

/** An OpenAI payload as VS Code's language models take it: texts only, said by the user or the assistant. */
export function languageModelMessages(payload: readonly PyValue[]): readonly LanguageModelMessage[] {
  return payload.filter(isPyDict).map(message => {
    const role = message.get('role');
    return {
      role: role === 'assistant' ? 'assistant' : 'user',
      text: textOf(message.get('content') ?? null),
      wasSystem: role === 'system',
    };
  });
}

/** The same as the body of a request, for a log. */
export function languageModelBody(model: string, messages: readonly LanguageModelMessage[]): PyDict {
  return new Map<string, PyValue>([
    ['model', model],
    [
      'messages',
      messages.map(
        ({ role, text }) =>
          new Map([
            ['role', role],
            ['content', text],
          ]),
      ),
    ],
  ]);
}

function textOf(content: PyValue): string {
  if (typeof content === 'string') return content;
  if (!isPyList(content)) return '';
  return content
    .filter(isPyDict)
    .map(block => block.get('text'))
    .filter(text => typeof text === 'string')
    .join('');
}
