import * as vscode from 'vscode';
import type { ConversationChoice } from '../../protocol/conversationProtocol.ts';
import type { ConversationOutline, FormatAnswer } from '../../service/conversationsService.ts';
import { cancelFlag } from '../cancelFlag.ts';
import { baseName } from '../definitions/definitionUris.ts';
import type { EngineThreads } from '../engineThreads.ts';
import type { ModuleWatcher } from '../modules/moduleWatcher.ts';
import { offerDesktop } from '../modules/trust.ts';
import { SampleFiles, sampleFileUri } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import type { ConversationChoices } from './conversationChoices.ts';
import { conversationDefinition, type NamedDefinition } from './conversationDefinition.ts';
import { isConversationUri } from './isConversationUri.ts';

/** A conversation's document as last read. `answer` may be of an older text or choice as long as `busy`. */
export interface OpenConversation {
  readonly document: vscode.TextDocument;
  /** The document's version that `outline` is of. */
  readonly version: number;
  readonly outline: ConversationOutline;
  /** What it is formatted with beside what the file says. */
  readonly choice: ConversationChoice;
  readonly answer?: FormatAnswer;
  /** The version that `answer` is of. */
  readonly answered?: number;
  readonly busy: boolean;
}

interface Entry {
  state?: OpenConversation;
  /** How often it was tried again to fetch what did not come. */
  attempt?: number;
  /** What was chosen in the preview; it does not outlive the preview. */
  choice?: ConversationChoice;
  timer?: ReturnType<typeof setTimeout>;
  cancel?: Int32Array;
  fired: number;
}

/**
 * Every open `.messages.json(l)` that holds a conversation: read and formatted in the worker, again after every change,
 * each time only the last text and choice. Payloads and rows stay in the worker under the document's address.
 */
export class ConversationStore implements vscode.Disposable {
  readonly #engine: EngineThreads;
  readonly #services: Services;
  readonly #log: vscode.LogOutputChannel;
  readonly #remembered: ConversationChoices;
  readonly #modules: ModuleWatcher;
  readonly #entries = new Map<string, Entry>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** The hosts that media of each conversation may be fetched from. */
  readonly #allowedHosts = new Map<string, Set<string>>();
  /** The definition files that conversations name, open or not. */
  readonly #definitions = new SampleFiles();
  readonly #disposables: readonly vscode.Disposable[];

  /** Fires when a document was read or formatted anew, or is being so. */
  readonly onDidChange: vscode.Event<vscode.Uri> = this.#changed.event;

  constructor(services: Services, remembered: ConversationChoices) {
    const { engine, log, modules, definitions } = services;
    this.#services = services;
    this.#engine = engine;
    this.#modules = modules;
    this.#log = log;
    this.#remembered = remembered;
    this.#disposables = [
      this.#changed,
      vscode.workspace.onDidOpenTextDocument(document => this.#readSoon(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#readSoon(document);
      }),
      vscode.workspace.onDidCloseTextDocument(document => this.#close(document)),
      engine.onDidStop('conversations', () => this.#readAll()),
      remembered.onDidChange(() => this.#readAll()),
      // Tokenizers may be loaded then.
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#readAll()),
      onSettingChange(['files.allowedFolders', 'conversations.agentscopeVersion'], () => this.#readAll()),
      modules.onDidChange(changed => {
        this.#readAgain(changed);
        // A module of the definition that a conversation names.
        this.#readNaming(changed);
      }),
      // What a source imports, whoever names it.
      definitions.onDidChange(changed => this.#readNaming(changed)),
      this.#definitions,
      this.#definitions.onDidChange(conversation => this.#readAgain(conversation)),
    ];
    this.#readAll();
  }

  /** A document's conversation; `undefined` where it holds none, or is not read yet. */
  get(uri: vscode.Uri): OpenConversation | undefined {
    return this.#entries.get(uri.toString())?.state;
  }

  /** The hosts that a conversation's media may be fetched from, in this session of VS Code. */
  allowedHosts(uri: vscode.Uri): readonly string[] {
    return [...(this.#allowedHosts.get(uri.toString()) ?? [])];
  }

  /** Asks whether a conversation's media may be fetched from a host, until VS Code is closed: `true` once a user agreed. */
  async askForHost(uri: vscode.Uri, host: string): Promise<boolean> {
    const allow = vscode.l10n.t('Allow {0}', host);
    const detail = vscode.l10n.t(
      '{0} names media on this host. They are fetched for this conversation alone, until VS Code is closed. The host learns that they were, and your network address.',
      baseName(uri),
    );
    const message = vscode.l10n.t('Fetch media from {0}?', host);
    if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, allow)) !== allow) return false;
    const key = uri.toString();
    const hosts = this.#allowedHosts.get(key) ?? new Set();
    this.#allowedHosts.set(key, hosts.add(host));
    this.#readAgain(uri);
    return true;
  }

  /** Formats a document with other options than its own; `undefined`: with its own again. */
  choose(uri: vscode.Uri, choice: ConversationChoice | undefined): void {
    const entry = this.#entries.get(uri.toString());
    if (!entry?.state) return;
    if (choice) entry.choice = choice;
    else delete entry.choice;
    this.#format(entry, entry.state).catch(error => this.#log.error(error));
  }

  /** Asks again for media that could not be fetched. */
  retry(uri: vscode.Uri): void {
    const entry = this.#entries.get(uri.toString());
    if (!entry?.state) return;
    entry.attempt = (entry.attempt ?? 0) + 1;
    this.#format(entry, entry.state).catch(error => this.#log.error(error));
  }

  /** Puts what a provider counted beside an estimate, if that is still the last answer. */
  setCounted(uri: vscode.Uri, answer: FormatAnswer, counted: NonNullable<FormatAnswer['main']['counted']>): void {
    const entry = this.#entries.get(uri.toString());
    if (entry?.state?.answer !== answer) return;
    entry.state = { ...entry.state, answer: { ...answer, main: { ...answer.main, counted } } };
    this.#changed.fire(uri);
  }

  /** Where a conversation's relative paths start. */
  folderOf(uri: vscode.Uri): { readonly cwd: string; readonly folder: string } {
    const base = uri.scheme === 'untitled' ? (vscode.workspace.workspaceFolders?.[0]?.uri ?? uri) : uri;
    const folder = base === uri ? vscode.Uri.joinPath(uri, '..') : base;
    return { cwd: folder.scheme === 'file' ? folder.fsPath : folder.path, folder: folder.toString() };
  }

  /** The definition file that a conversation names, see `conversationDefinition`; nothing of one where it names none, or it may not be read. */
  async definition(uri: vscode.Uri, { file: { parser } }: ConversationOutline): Promise<NamedDefinition> {
    if (!parser || parser.file === '') return {};
    const read = await conversationDefinition(this.#services, uri, parser.file);
    return 'error' in read ? {} : read;
  }

  dispose(): void {
    for (const { timer, cancel } of this.#entries.values()) {
      clearTimeout(timer);
      if (cancel) Atomics.store(cancel, 0, 1);
    }
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #readAll(): void {
    for (const document of vscode.workspace.textDocuments) this.#readSoon(document);
  }

  /** Reads the conversations again that name a definition file. */
  #readNaming(definitions: vscode.Uri): void {
    const changed = definitions.toString();
    for (const { state } of this.#entries.values()) {
      const { document, outline } = state ?? {};
      const file = outline?.file.parser?.file;
      if (document && file && sampleFileUri(document.uri, file).toString() === changed) this.#readSoon(document);
    }
  }

  #readAgain(uri: vscode.Uri): void {
    for (const document of vscode.workspace.textDocuments)
      if (document.uri.toString() === uri.toString()) this.#readSoon(document);
  }

  /** At once after a pause; while changes follow each other, once per `preview.delay`. */
  #readSoon(document: vscode.TextDocument): void {
    if (!isConversationUri(document.uri)) return;
    const key = document.uri.toString();
    const entry = this.#entries.get(key) ?? { fired: 0 };
    this.#entries.set(key, entry);
    if (entry.timer) return;
    const wait = entry.fired + getSetting('preview.delay') - Date.now();
    entry.timer = setTimeout(
      () => {
        delete entry.timer;
        entry.fired = Date.now();
        this.#read(entry, document).catch(error => this.#log.error(error));
      },
      Math.max(0, wait),
    );
  }

  async #read(entry: Entry, document: vscode.TextDocument): Promise<void> {
    if (document.isClosed) return;
    const { uri, version } = document;
    // Whatever is being formatted is of an older text.
    if (entry.cancel) Atomics.store(entry.cancel, 0, 1);
    const outline = await this.#engine.conversations.readConversation(
      uri.toString(),
      document.getText(),
      uri.toString(),
    );
    if (document.isClosed || document.version !== version) return;
    this.#modules.follow(uri, outline.file.module === undefined ? [] : [outline.file.module]);
    this.#definitions.follow(uri, outline.file.parser?.file ? [outline.file.parser.file] : []);
    const { answer, answered } = entry.state ?? {};
    const before = answer && answered !== undefined ? { answer, answered } : {};
    const state = { document, version, outline, choice: {}, busy: false, ...before };
    if (outline.count === undefined) {
      entry.state = { document, version, outline, choice: {}, busy: false };
      this.#changed.fire(uri);
    } else await this.#format(entry, state);
  }

  async #format(entry: Entry, state: OpenConversation): Promise<void> {
    const { document, version, outline } = state;
    const { uri } = document;
    if (entry.cancel) Atomics.store(entry.cancel, 0, 1);
    const cancel = cancelFlag();
    entry.cancel = cancel;
    const choice = { ...this.#remembered.missing(uri, outline.file), ...entry.choice };
    const before = entry.state;
    entry.state = { ...state, choice, busy: true };
    if (before?.version !== version || !before.answer) this.#changed.fire(uri);
    // A short one is done before anybody could see that it runs.
    const slow = setTimeout(() => this.#changed.fire(uri), 200);
    try {
      const definition = await this.definition(uri, outline);
      const named = choice.formatter ?? outline.file.formatter;
      const answer =
        named === undefined
          ? undefined
          : await this.#engine.conversations.formatConversation(uri.toString(), {
              ...choice,
              ...this.folderOf(uri),
              ...definition,
              usualRelease: getSetting('conversations.agentscopeVersion', document),
              allowedHosts: this.allowedHosts(uri),
              attempt: entry.attempt ?? 0,
              cancel,
            });
      if (Atomics.load(cancel, 0) === 1) return;
      offerDesktop(answer?.main.error?.class);
      entry.state = { document, version, outline, choice, busy: false, ...(answer && { answer, answered: version }) };
      this.#changed.fire(uri);
    } catch (error) {
      if (Atomics.load(cancel, 0) === 0) throw error;
    } finally {
      clearTimeout(slow);
    }
  }

  #close({ uri }: vscode.TextDocument): void {
    const key = uri.toString();
    const entry = this.#entries.get(key);
    if (!entry) return;
    clearTimeout(entry.timer);
    if (entry.cancel) Atomics.store(entry.cancel, 0, 1);
    this.#entries.delete(key);
    this.#modules.follow(uri, []);
    this.#definitions.follow(uri, []);
    void this.#engine.conversations.closeConversation(key);
    this.#changed.fire(uri);
  }
}
