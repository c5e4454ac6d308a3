import * as vscode from 'vscode';
import {
  type ConversationChoiceView,
  type HostToModel,
  isModelToHost,
  type ModelChoice,
  type ModelMemory,
  type ModelToHost,
  type PromptView,
} from '../../protocol/modelProtocol.ts';
import type { ConversationText, ModelViewRequest } from '../../service/chatPrompt.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { firstLine, logError } from '../errorTexts.ts';
import { previewCounts } from '../instruction/previewCounts.ts';
import { revealSpan } from '../instruction/revealSpan.ts';
import { LatestRun } from '../latestRun.ts';
import type { Services } from '../services.ts';
import { onSettingChange } from '../settings.ts';
import { currentText } from '../structure/currentText.ts';
import { ownTokenizer } from '../tokens/tokenizers.ts';
import { WebviewPage } from '../webviewPage.ts';
import type { ModelStore } from './modelStore.ts';

/** The most conversation files that are offered. */
const maxConversations = 200;
const conversationPattern = '**/*.messages.{json,jsonl}';

/** The panel of a model's templates: the prompt, and the round trip. It follows the files of the model and the conversation. */
export class ModelPanel implements vscode.Disposable {
  readonly #page: WebviewPage<ModelToHost, HostToModel>;
  readonly #services: Services;
  readonly #store: ModelStore;
  readonly #updates: LatestRun;
  readonly #disposables: vscode.Disposable[];
  #folder: vscode.Uri;
  #choice: ModelChoice;
  /** The choice before the last one: the page marks what changed since. */
  #before: ModelChoice | undefined;
  #revision = 0;
  /** The last prompt that there was, which stays while a file is broken, and its whole text. */
  #prompt: PromptView | undefined;
  #text = '';

  constructor(panel: vscode.WebviewPanel, services: Services, store: ModelStore, { folder, choice }: ModelMemory) {
    this.#services = services;
    this.#store = store;
    this.#folder = vscode.Uri.parse(folder);
    this.#choice = choice;
    this.#updates = new LatestRun(
      () => this.#render(),
      error => logError(services.log, error),
    );
    this.#disposables = [
      store.onDidChange(changed => {
        if (changed.toString() === this.#folder.toString()) void this.#update();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.#choice.conversation) void this.#update();
      }),
      onSettingChange(['tokens.counters', 'tokens.tokenizers'], () => void this.#count()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#count()),
    ];
    this.#page = new WebviewPage(panel, services, {
      name: 'model',
      title: vscode.l10n.t('Chat Template'),
      isMessage: isModelToHost,
      receive: message => this.#receive(message),
    });
  }

  get onDidDispose(): vscode.Event<void> {
    return this.#page.panel.onDidDispose;
  }

  /** Shows another model, or another side of it, and the panel. What was chosen of the same model stays. */
  show(folder: vscode.Uri, choice: Pick<ModelChoice, 'tab' | 'template'>): void {
    const isSame = folder.toString() === this.#folder.toString();
    this.#folder = folder;
    this.#before = undefined;
    if (!isSame) this.#prompt = undefined;
    this.#choice = { ...this.#choice, ...(isSame ? {} : { args: {} }), ...choice };
    this.#page.panel.reveal(undefined, true);
    void this.#update();
  }

  dispose(): void {
    this.#services.editorRoom.report(this, undefined);
    for (const disposable of this.#disposables) disposable.dispose();
    this.#page.dispose();
  }

  async #receive(message: ModelToHost): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#update();
      case 'choose':
        // A look at the other side is not a choice of what is rendered.
        if (message.choice.tab === this.#choice.tab) this.#before = this.#choice;
        this.#choice = message.choice;
        return this.#update();
      case 'room':
        return this.#services.editorRoom.report(this, message);
      case 'reveal':
        if (this.#prompt) await revealSpan(vscode.Uri.joinPath(this.#folder, this.#prompt.file), message.span);
    }
  }

  /** Shows what is there now. */
  async #update(): Promise<void> {
    if (this.#page.isReady) await this.#updates.run();
  }

  async #render(): Promise<void> {
    const folder = this.#folder;
    const choice = this.#choice;
    const { models } = this.#services.engine;
    const revision = ++this.#revision;
    const head = {
      folder: folder.toString(),
      folderName: baseName(folder),
      choice,
      conversations: await this.#conversations(),
    };
    this.#page.panel.title = vscode.l10n.t('Chat Template: {0}', head.folderName);
    try {
      const request = await this.#request(folder, choice);
      if (choice.tab === 'roundTrip') {
        const roundTrip = await models.modelRoundTrips(request);
        const prompt = this.#prompt ?? (await this.#promptOf(request))?.view;
        this.#page.post({
          type: 'state',
          revision,
          state: { ...head, roundTrip, ...(prompt && { prompt }) },
        });
        return;
      }
      const answer = await models.chatPrompt(request);
      if ('view' in answer) {
        this.#prompt = answer.view;
        this.#text = answer.text;
      }
      const prompt = this.#prompt;
      const broken = 'broken' in answer ? answer.broken : undefined;
      this.#page.post({
        type: 'state',
        revision,
        state: { ...head, ...(prompt && { prompt }), ...(broken !== undefined && { broken }) },
      });
      void this.#count();
    } catch (error) {
      logError(this.#services.log, error);
      this.#page.post({ type: 'state', revision, state: { ...head, broken: firstLine(error) } });
    }
  }

  async #promptOf(request: ModelViewRequest) {
    const answer = await this.#services.engine.models.chatPrompt(request);
    return 'view' in answer ? answer : undefined;
  }

  async #request(folder: vscode.Uri, choice: ModelChoice): Promise<ModelViewRequest> {
    const before = this.#before;
    const conversation = await conversationText(choice.conversation);
    const conversationBefore =
      before?.conversation === choice.conversation ? conversation : await conversationText(before?.conversation);
    return {
      texts: await this.#store.texts(folder),
      choice,
      ...(before && { before }),
      ...(conversation && { conversation }),
      ...(conversationBefore && { conversationBefore }),
      now: localTime(new Date()),
    };
  }

  async #count(): Promise<void> {
    const revision = this.#revision;
    if (!this.#prompt || this.#prompt.error) return;
    const own = await ownTokenizer(this.#folder);
    const { counts } = await previewCounts(this.#services, this.#folder, this.#text, false, own);
    if (revision === this.#revision) this.#page.post({ type: 'tokens', revision, counts });
  }

  async #conversations(): Promise<readonly ConversationChoiceView[]> {
    const builtIn = await this.#services.engine.models.builtInChats();
    const files = await vscode.workspace.findFiles(conversationPattern, '**/node_modules/**', maxConversations);
    const named = files.map(uri => ({
      value: uri.toString(),
      label: vscode.workspace.asRelativePath(uri),
      isFile: true,
    }));
    return [
      ...builtIn.map(name => ({ value: name, label: name, isFile: false })),
      ...named.sort((one, other) => (one.label < other.label ? -1 : 1)),
    ];
  }
}

/** The file of a conversation that was chosen. Rejects with a message for the user where it cannot be read. */
async function conversationText(chosen: string | undefined): Promise<ConversationText | undefined> {
  if (chosen === undefined || !/^[\w+.-]+:/.test(chosen)) return undefined;
  const uri = vscode.Uri.parse(chosen);
  const name = baseName(uri);
  const file = await currentText(uri, name);
  if ('error' in file) throw new Error(file.error);
  return { name, text: file.text };
}

/** The local time as the engine reads it. */
function localTime(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${date}T${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':')}`;
}
