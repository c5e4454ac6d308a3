import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import type { AnswerRequest } from '../../service/conversationAnswers.ts';
import type { ConversationOutline } from '../../service/conversationsService.ts';
import { answerLens } from '../../views/answerLens.ts';
import { roomAt, separator } from '../../views/lensRoom.ts';
import { prefix } from '../commands.ts';
import type { EngineThreads } from '../engineThreads.ts';
import { suspicionNames } from '../settings.ts';
import type { ConversationStore, OpenConversation } from './conversationStore.ts';

/** Above an answer: what the conversation's parser makes of it, or the button that adds what is remembered. */
export class AnswerCodeLens extends vscode.CodeLens {
  readonly state: OpenConversation;
  readonly index: number;
  /** Whether the lens of the message's tokens is in the same row. */
  readonly isBeside: boolean;
  readonly isLast: boolean;

  constructor(state: OpenConversation, position: vscode.Position, index: number, isBeside: boolean, isLast: boolean) {
    super(new vscode.Range(position, position));
    this.state = state;
    this.index = index;
    this.isBeside = isBeside;
    this.isLast = isLast;
  }
}

export interface AnswerLenses {
  /** None where the conversation names no parser. `isBeside`: messages have lenses of their own. */
  provide(state: OpenConversation, isBeside: boolean): Promise<readonly vscode.CodeLens[]>;
  /** What a lens says and does. `used`: the characters that its row has already. */
  command(lens: AnswerCodeLens, used: number): Promise<vscode.Command>;
}

/** Makes the lenses of answers, at most `limit` for a conversation. */
export function answerLenses(engine: EngineThreads, store: ConversationStore, limit: number): AnswerLenses {
  /** The definition's text, read once for each reading of the conversation. */
  const texts = new WeakMap<ConversationOutline, Promise<AnswerRequest>>();
  const requestFor = ({ document: { uri }, outline }: OpenConversation) => {
    const request = texts.get(outline) ?? answerRequest(store, uri, outline);
    texts.set(outline, request);
    return request;
  };
  const append = () => vscode.l10n.t('Append');

  return {
    async provide(state, isBeside) {
      const { document, outline } = state;
      if (!outline.file.parser) return [];
      const places = await engine.conversations.answerPlaces(document.uri.toString(), limit);
      const last = places.at(-1);
      const lenses: vscode.CodeLens[] = places.map(({ index, span }) => {
        const { position, isBelow } = placeOf(document, span, isBeside);
        // Below the row of the tokens it has one of its own.
        return new AnswerCodeLens(state, position, index, isBeside && !isBelow, !isBelow && index === last?.index);
      });
      if (!last) return lenses;
      const position = document.positionAt(last.span.start);
      const command = {
        title: append(),
        tooltip: vscode.l10n.t('Append Parsed Answer: add the message as the agent would remember it'),
        command: `${prefix}.appendAnswer`,
        arguments: [document.uri, { index: last.index }],
      };
      return [...lenses, new vscode.CodeLens(new vscode.Range(position, position), command)];
    },
    async command({ state, index, isLast, range }, used) {
      const { document } = state;
      const id = document.uri.toString();
      const view = await engine.conversations.readAnswerAt(id, index, await requestFor(state));
      if (!view) return { title: '', command: '' };
      const others = (used === 0 ? 0 : used + separator) + (isLast ? append().length + separator : 0);
      const words = {
        notRun: vscode.l10n.t('not run: Restricted Mode'),
        remembers: (value: string) => vscode.l10n.t('The next turn holds {0}', value),
      };
      const { title, tooltip, notRun } = answerLens(view, words, roomAt(range.start.character) - others);
      if (notRun) return { title, tooltip, command: 'workbench.trust.manage' };
      const name = 'model' in view ? view.model.name : undefined;
      return { title, tooltip, command: `${prefix}.parseAnswer`, arguments: [document.uri, index, name] };
    },
  };
}

/** Where an answer's lens stands: where the message's tokens have their lens, above the message's first member, if that has a line of its own. */
function placeOf(document: vscode.TextDocument, { start, end }: Span, isBeside: boolean) {
  const position = document.positionAt(start);
  const line = position.line + 1;
  if (!isBeside || line >= document.positionAt(end).line) return { position, isBelow: false };
  return { position: new vscode.Position(line, document.lineAt(line).firstNonWhitespaceCharacterIndex), isBelow: true };
}

/** How the answers of a conversation are read, by the parser that it names. */
export async function answerRequest(
  store: ConversationStore,
  uri: vscode.Uri,
  outline: ConversationOutline,
): Promise<AnswerRequest> {
  const definition = await store.definition(uri, outline);
  return {
    ...store.folderOf(uri),
    allowedHosts: [],
    ...suspicionNames(uri),
    ...definition,
  };
}
