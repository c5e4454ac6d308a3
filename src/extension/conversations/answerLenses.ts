import * as vscode from 'vscode';
import type { AnswerRequest } from '../../service/conversationAnswers.ts';
import type { ConversationOutline } from '../../service/conversationsService.ts';
import { answerLens } from '../../views/answerLens.ts';
import { maxRow } from '../../views/lensRoom.ts';
import { prefix } from '../commands.ts';
import type { EngineThreads } from '../engineThreads.ts';
import type { ConversationStore, OpenConversation } from './conversationStore.ts';

/** What VS Code draws between two lenses: ` | `. */
const separator = 3;

/** Above an answer: what the conversation's parser makes of it, or the button that adds what is remembered. */
export class AnswerCodeLens extends vscode.CodeLens {
  readonly state: OpenConversation;
  readonly index: number;
  /** Whether the lens of the message's tokens is in the same row. */
  readonly isBeside: boolean;
  readonly isLast: boolean;

  constructor(state: OpenConversation, start: number, index: number, isBeside: boolean, isLast: boolean) {
    const position = state.document.positionAt(start);
    super(new vscode.Range(position, position));
    this.state = state;
    this.index = index;
    this.isBeside = isBeside;
    this.isLast = isLast;
  }
}

/** The lenses of answers. */
export interface AnswerLenses {
  /** None where the conversation names no parser. `isBeside`: messages have lenses of their own. */
  provide(state: OpenConversation, isBeside: boolean): Promise<readonly vscode.CodeLens[]>;
  /** What a lens says and does. `taken`: the characters of its row that are taken. */
  command(lens: AnswerCodeLens, taken: number): Promise<vscode.Command>;
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
  const append = () => vscode.l10n.t('Append Parsed Answer');

  return {
    async provide(state, isBeside) {
      const { document, outline } = state;
      if (!outline.file.parser) return [];
      const places = await engine.conversations.answerPlaces(document.uri.toString(), limit);
      const last = places.at(-1);
      const lenses: vscode.CodeLens[] = places.map(
        ({ index, span }) => new AnswerCodeLens(state, span.start, index, isBeside, index === last?.index),
      );
      if (!last) return lenses;
      const position = document.positionAt(last.span.start);
      const command = {
        title: append(),
        tooltip: vscode.l10n.t('Add the message as the agent would remember it'),
        command: `${prefix}.appendAnswer`,
        arguments: [document.uri, { index: last.index }],
      };
      return [...lenses, new vscode.CodeLens(new vscode.Range(position, position), command)];
    },
    async command({ state, index, isLast, range }, taken) {
      const { document } = state;
      const id = document.uri.toString();
      const view = await engine.conversations.readAnswerAt(id, index, await requestFor(state));
      if (!view) return { title: '', command: '' };
      const others = (taken === 0 ? 0 : taken + separator) + (isLast ? append().length + separator : 0);
      const words = {
        notRun: vscode.l10n.t('not run: this workspace is not trusted'),
        remembers: (value: string) => vscode.l10n.t('The next turn holds {0}', value),
      };
      const { title, tooltip, notRun } = answerLens(view, words, maxRow - range.start.character - others);
      if (notRun) return { title, tooltip, command: 'workbench.trust.manage' };
      const name = 'model' in view ? view.model.name : undefined;
      return { title, tooltip, command: `${prefix}.parseAnswer`, arguments: [document.uri, index, name] };
    },
  };
}

/** How the answers of a conversation are read, by the parser that it names. */
export async function answerRequest(
  store: ConversationStore,
  uri: vscode.Uri,
  outline: ConversationOutline,
): Promise<AnswerRequest> {
  const definitionText = await store.definitionText(uri, outline);
  return {
    ...store.folderOf(uri),
    allowedHosts: [],
    ...(definitionText !== undefined && { definitionText }),
  };
}
