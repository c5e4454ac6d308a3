import * as vscode from 'vscode';
import type { FormatAnswer } from '../../service/conversationsService.ts';
import { registerCommand } from '../commands.ts';
import { forgetOrigin } from '../forgetOrigin.ts';
import { warnUntrusted } from '../modules/trust.ts';
import { kilobytes } from '../numberText.ts';
import { getSetting } from '../settings.ts';
import { ApiKeys } from '../tokens/apiKeys.ts';
import { askApiKey } from '../tokens/askApiKey.ts';
import { type AddressedQuestion, askProvider } from '../tokens/askProvider.ts';
import { countText } from '../tokens/tokenizers.ts';
import type { PanelServices } from './conversationPanel.ts';
import type { ConversationStore, OpenConversation } from './conversationStore.ts';

/** *Count with the Provider's API…* and *Forget API Key…*. `target` is the conversation that a command means. */
export function registerCountWithApi(
  services: PanelServices,
  target: (clicked: unknown) => vscode.Uri | undefined,
): vscode.Disposable {
  const { context, log, engine, store } = services;
  const keys = new ApiKeys(context.secrets, context.globalState);

  const count = async (clicked?: unknown) => {
    const uri = target(clicked);
    if (!uri) throw new Error(vscode.l10n.t('Open a .messages.json or .messages.jsonl file to count its tokens.'));
    const state = await whenFormatted(store, uri);
    const id = uri.toString();
    const definition = await store.definition(uri, state.outline);
    const prepared =
      state.answer &&
      (await engine.conversations.prepareProviderCount(id, {
        ...state.choice,
        ...store.folderOf(uri),
        ...definition,
        usualRelease: getSetting('conversations.agentscopeVersion', uri),
        allowedHosts: store.allowedHosts(uri),
      }));
    if (!state.answer || !prepared)
      throw new Error(
        vscode.l10n.t(
          'Only Anthropic and Gemini count tokens with an API. Choose one of their formatters and token counters.',
        ),
      );
    if (!prepared.ok) throw new Error(`${prepared.error.class}: ${prepared.error.message}`);
    const outcome = await askProvider(prepared.question, {
      keys,
      isTrusted: () => vscode.workspace.isTrusted,
      confirm,
      askKey,
      send: (host, key) =>
        Promise.resolve(
          vscode.window.withProgress(
            { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Asking {0}', host) },
            () => engine.conversations.countByProvider(id, host, key),
          ),
        ),
    });
    switch (outcome.kind) {
      case 'counted':
        return tell(uri, state.answer, outcome.tokens, outcome.place);
      case 'untrusted':
        return refuse(outcome.place);
      case 'failed':
        log.error(outcome.message);
        return complain(outcome.message, outcome.isKeyRefused ? outcome.origin : undefined);
      case 'cancelled':
        return undefined;
    }
  };

  const tell = (uri: vscode.Uri, answer: FormatAnswer, tokens: number, host: string) => {
    store.setCounted(uri, answer, { tokens, host });
    const message = vscode.l10n.t('{0}, exact, from {1}.', countText(tokens, true), host);
    log.info(message);
    void vscode.window.showInformationMessage(message);
  };

  const complain = (message: string, origin: string | undefined) => {
    const forget = vscode.l10n.t('Forget API Key');
    const buttons = origin === undefined ? [] : [forget];
    void vscode.window
      .showErrorMessage(message, ...buttons)
      .then(clicked => (clicked === forget && origin !== undefined ? keys.forget(origin) : undefined));
  };

  return vscode.Disposable.from(
    registerCommand(log, 'countWithApi', count),
    registerCommand(log, 'forgetApiKey', () => forgetKey(keys)),
  );
}

/** Names where everything would go, and what, before anything is sent. */
async function confirm({ provider, place, messages, length, files, isOwn }: AddressedQuestion): Promise<boolean> {
  const send = vscode.l10n.t('Send to {0}', place);
  const what = vscode.l10n.t(
    'The payload ({0}, {1} KB) and your API key are sent to {2}, which answers with the number of tokens.',
    messages === 1 ? vscode.l10n.t('1 message') : vscode.l10n.t('{0} messages', messages),
    kilobytes(length),
    place,
  );
  const warning = vscode.l10n.t(
    'This is not the address of {0}: the token counter of the conversation names it.',
    provider,
  );
  const picked = await vscode.window.showWarningMessage(
    vscode.l10n.t('Send this conversation to {0} to count its tokens?', place),
    { modal: true, detail: [what, ...embedded(files), ...(isOwn ? [] : [warning])].join('\n\n') },
    send,
  );
  return picked === send;
}

/** Which local files go along. */
function embedded(files: readonly string[] = []): readonly string[] {
  if (files.length === 0) return [];
  const names = files.slice(0, maxFiles).map(file => file.slice(0, 200));
  if (files.length > maxFiles) names.push(vscode.l10n.t('{0} more', files.length - maxFiles));
  return [vscode.l10n.t('The contents of these files of yours are sent as well: {0}', `\n${names.join('\n')}`)];
}

/** How many files a dialog lists. */
const maxFiles = 15;

async function askKey({ provider, place }: AddressedQuestion): Promise<string | undefined> {
  const prompt = vscode.l10n.t(
    'Your API key for {0}. It is kept in VS Code’s secret storage and sent only to {1}.',
    provider,
    place,
  );
  return askApiKey(place, prompt);
}

function refuse(place: string): void {
  warnUntrusted(
    vscode.l10n.t(
      'The conversation asks {0} to count its tokens. A workspace that is not trusted cannot decide where your API key goes, so nothing was sent.',
      place,
    ),
  );
}

function forgetKey(keys: ApiKeys): Promise<void> {
  return forgetOrigin(keys, {
    none: vscode.l10n.t('ParserLens has no API keys to forget.'),
    title: vscode.l10n.t('Forget API Key'),
    placeHolder: vscode.l10n.t('Forget the key of which provider?'),
  });
}

/** The conversation of a document once it is formatted as the document is now. */
async function whenFormatted(store: ConversationStore, uri: vscode.Uri): Promise<OpenConversation> {
  const document = await vscode.workspace.openTextDocument(uri);
  const ready = () => {
    const state = store.get(uri);
    return state && !state.busy && state.version === document.version ? state : undefined;
  };
  return (
    ready() ??
    new Promise(resolve => {
      const listener = store.onDidChange(() => {
        const state = ready();
        if (!state) return;
        listener.dispose();
        resolve(state);
      });
    })
  );
}
