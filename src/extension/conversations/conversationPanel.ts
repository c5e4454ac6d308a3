import * as vscode from 'vscode';
import {
  type ConversationChoice,
  type ConversationToHost,
  comparison,
  type HostToConversation,
  isConversationToHost,
  type Pane,
} from '../../protocol/conversationProtocol.ts';
import type { FormattedView } from '../../protocol/conversationView.ts';
import type { FormattingChoices } from '../../views/formattingChoices.ts';
import { prefix } from '../commands.ts';
import { toTextEdit } from '../convert.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { revealSpan } from '../instruction/revealSpan.ts';
import type { Services } from '../services.ts';
import { WebviewPage } from '../webviewPage.ts';
import type { ConversationChoices } from './conversationChoices.ts';
import { conversationState } from './conversationState.ts';
import type { ConversationStore, OpenConversation } from './conversationStore.ts';
import type { PayloadDocuments } from './payloadDocuments.ts';
import { typeCounter } from './pickChoices.ts';

/** The longest payload for the clipboard, in UTF-16 units. */
const maxCopied = 100_000_000;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** What a conversation's panel needs. */
export interface PanelServices extends Services {
  readonly store: ConversationStore;
  readonly remembered: ConversationChoices;
  readonly payloads: PayloadDocuments;
}

/** The preview of one conversation, kept up to date with its document. */
export class ConversationPanel implements vscode.Disposable {
  readonly uri: vscode.Uri;
  readonly #page: WebviewPage<ConversationToHost, HostToConversation>;
  readonly #services: PanelServices;
  readonly #disposables: vscode.Disposable[];
  #choices: FormattingChoices | undefined;
  #revision = 0;
  #rows: Range = { from: 0, to: 100 };
  #lines: Record<Pane, Range> = { main: { from: 0, to: 100 }, other: { from: 0, to: 100 } };

  constructor(panel: vscode.WebviewPanel, services: PanelServices, uri: vscode.Uri) {
    this.uri = uri;
    this.#services = services;
    panel.title = vscode.l10n.t('Conversation: {0}', baseName(uri));
    this.#disposables = [
      services.store.onDidChange(changed => {
        if (changed.toString() === uri.toString()) this.#update().catch(error => services.log.error(error));
      }),
      // VS Code closes documents that no editor shows; ours is in this page.
      vscode.workspace.onDidCloseTextDocument(document => {
        if (document.uri.toString() === uri.toString()) void this.#open();
      }),
    ];
    this.#page = new WebviewPage(panel, services, {
      name: 'conversation',
      title: vscode.l10n.t('Conversation'),
      isMessage: isConversationToHost,
      receive: message => this.#receive(message),
    });
  }

  get onDidDispose(): vscode.Event<void> {
    return this.#page.panel.onDidDispose;
  }

  /** True while the panel has the focus. */
  get active(): boolean {
    return this.#page.panel.active;
  }

  /** Brings the panel to the front; the focus stays where it is. */
  reveal(): void {
    this.#page.panel.reveal(undefined, true);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    // What was tried in the preview goes with it.
    this.#services.store.choose(this.uri, undefined);
    this.#page.dispose();
  }

  async #open(): Promise<boolean> {
    try {
      await vscode.workspace.openTextDocument(this.uri);
      return true;
    } catch {
      return false;
    }
  }

  async #receive(message: ConversationToHost): Promise<void> {
    const { store, engine, payloads } = this.#services;
    const id = this.uri.toString();
    switch (message.type) {
      case 'ready':
        return this.#start(message.choice);
      case 'choose':
        await this.#remember(message.choice);
        return store.choose(this.uri, message.choice);
      case 'rows':
        this.#rows = message;
        return this.#postRows();
      case 'lines':
        this.#lines = { ...this.#lines, [message.pane]: message };
        return this.#postLines(message.pane);
      case 'reveal':
        return revealSpan(this.uri, message.span);
      case 'open':
        return payloads.show(id, baseName(this.uri), message.pane, this.#paneNames()?.[message.pane]);
      case 'copy': {
        const payload = await engine.conversations.payloadText(id, message.pane, maxCopied);
        if (!payload) return;
        await vscode.env.clipboard.writeText(payload.text);
        this.#page.post({ type: 'copied', pane: message.pane });
        return;
      }
      case 'allow':
        if (!this.#isWaitedFor(message.host)) return undefined;
        return void (await store.askForHost(this.uri, message.host));
      case 'manageTrust':
        return vscode.commands.executeCommand('workbench.trust.manage');
      case 'retry':
        return store.retry(this.uri);
      case 'openDiff':
        return payloads.showDifferences(id, baseName(this.uri), this.#paneNames());
      case 'openRequest':
        return payloads.show(id, baseName(this.uri), 'request', 'summary request');
      case 'save':
        return this.save();
      case 'countWithApi':
        return vscode.commands.executeCommand(`${prefix}.countWithApi`, this.uri);
      case 'pickCounter': {
        const counter = await typeCounter(engine);
        const choice = store.get(this.uri)?.choice ?? {};
        if (counter === undefined) return this.#update();
        await this.#remember({ counter });
        return store.choose(this.uri, { ...choice, counter });
      }
    }
  }

  /** Writes what was chosen into the file, as an edit that can be undone. */
  async save(): Promise<void> {
    const { store, engine } = this.#services;
    const state = store.get(this.uri);
    if (!state || state.version !== state.document.version) return;
    const edits = await engine.conversations.saveChoice(this.uri.toString(), state.choice);
    if (state.version !== state.document.version) return;
    const edit = new vscode.WorkspaceEdit();
    edit.set(
      this.uri,
      edits.map(each => toTextEdit(state.document, each)),
    );
    if (!(await vscode.workspace.applyEdit(edit))) return;
    store.choose(this.uri, comparison(state.choice));
  }

  /** What tells the two payloads apart: their releases, truncations or formatters; `undefined` where there is one only. */
  #paneNames(): Readonly<Record<Pane, string>> | undefined {
    const { main, other } = this.#services.store.get(this.uri)?.answer ?? {};
    if (!main || !other) return undefined;
    const isSame = main.formatter === other.formatter;
    if (main.agentscopeVersion !== other.agentscopeVersion)
      return { main: releaseName(main), other: releaseName(other) };
    const name = (view: typeof main) => (isSame ? (view.truncation ?? view.formatter) : view.formatter);
    return { main: name(main), other: name(other) };
  }

  /** Whether the conversation has media on a host that nothing was fetched from. */
  #isWaitedFor(host: string): boolean {
    const { main, other } = this.#services.store.get(this.uri)?.answer ?? {};
    return [main, other].some(view => view?.blockedHosts.includes(host));
  }

  async #start(remembered: ConversationChoice): Promise<void> {
    const { engine, store } = this.#services;
    this.#choices ??= await engine.conversations.conversationChoices();
    if (!(await this.#open())) return this.#update();
    const state = await this.#whenRead();
    const { file } = state.outline;
    const usual = this.#services.remembered.default(this.uri);
    const { choice } = state;
    const needed = {
      ...(file.formatter === undefined && choice.formatter === undefined && { formatter: usual.formatter }),
      ...(file.counter === undefined && choice.counter === undefined && { counter: usual.counter }),
    };
    const next = { ...needed, ...choice, ...remembered };
    if (state.outline.count !== undefined && JSON.stringify(next) !== JSON.stringify(choice))
      store.choose(this.uri, next);
    return this.#update();
  }

  #whenRead(): Promise<OpenConversation> {
    const { store } = this.#services;
    const state = store.get(this.uri);
    if (state) return Promise.resolve(state);
    return new Promise(resolve => {
      const listener = store.onDidChange(() => {
        const read = store.get(this.uri);
        if (!read) return;
        listener.dispose();
        resolve(read);
      });
      this.#disposables.push(listener);
    });
  }

  /** A pick for a file that names none itself is remembered for the next time. */
  async #remember({ formatter, counter }: ConversationChoice): Promise<void> {
    const { remembered, store } = this.#services;
    const file = store.get(this.uri)?.outline.file;
    if (!file) return;
    const picked = {
      ...(file.formatter === undefined && formatter !== undefined && { formatter }),
      ...(file.counter === undefined && counter !== undefined && { counter }),
    };
    const before = remembered.of(this.uri);
    const isNew = Object.entries(picked).some(([key, value]) => before[key as keyof typeof before] !== value);
    if (isNew) await remembered.remember(this.uri, picked);
  }

  async #update(): Promise<void> {
    const state = this.#services.store.get(this.uri);
    this.#revision++;
    this.#page.post({
      type: 'state',
      revision: this.#revision,
      state: conversationState(this.uri, state, this.#choices),
    });
    if (!state?.outline.count || state.busy) return;
    await Promise.all([
      this.#postRows(),
      this.#postLines('main'),
      ...(state.answer?.other ? [this.#postLines('other')] : []),
    ]);
  }

  async #postRows(): Promise<void> {
    const revision = this.#revision;
    const { from, to } = this.#rows;
    const rows = await this.#services.engine.conversations.conversationRows(this.uri.toString(), from, to);
    if (revision === this.#revision) this.#page.post({ type: 'rows', revision, rows });
  }

  async #postLines(pane: Pane): Promise<void> {
    const revision = this.#revision;
    const { from, to } = this.#lines[pane];
    const lines = await this.#services.engine.conversations.payloadLines(this.uri.toString(), pane, from, to);
    if (revision === this.#revision) this.#page.post({ type: 'lines', revision, pane, lines });
  }
}

function releaseName({ agentscopeVersion, formatter }: FormattedView): string {
  return agentscopeVersion === undefined ? formatter : `AgentScope ${agentscopeVersion}`;
}
