import * as vscode from 'vscode';
import {
  type HostToReplay,
  isReplayMemory,
  isReplayToHost,
  type ReplaySource,
  type ReplayToHost,
  type ReplayView,
} from '../../protocol/replayProtocol.ts';
import { registerCommand } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { firstLine } from '../errorTexts.ts';
import { viewTypes } from '../later/documentSchemes.ts';
import type { LoadedFeature } from '../later/loadedFeature.ts';
import { previewColumn } from '../previewColumn.ts';
import { selectedResponse } from '../responses/responseReader.ts';
import type { ResponseSession } from '../responses/responseSession.ts';
import { lengthOf, type ResponseSessions } from '../responses/responseSessions.ts';
import { trackSpan } from '../responses/trackSpan.ts';
import type { Services } from '../services.ts';
import { WebviewPage } from '../webviewPage.ts';

/** *Replay as Stream*, and its return after a reload. */
export function registerReplay(services: Services, sessions: ResponseSessions): LoadedFeature {
  let replay: ReplayPanel | undefined;
  const adopt = (panel: vscode.WebviewPanel, source: ReplaySource) => {
    const made = new ReplayPanel(panel, services, source);
    replay = made;
    made.onDidDispose(() => {
      made.dispose();
      if (replay === made) replay = undefined;
    });
  };
  const all = vscode.Disposable.from(
    new vscode.Disposable(() => replay?.dispose()),
    registerCommand(services.log, 'replayStream', (id?: unknown) => {
      const editor = vscode.window.activeTextEditor;
      const session =
        typeof id === 'string'
          ? sessions.get(id)
          : ((editor && sessions.at(editor.document, editor.selection.active)) ?? sessions.current);
      if (!session) throw new Error(vscode.l10n.t('Parse a response first.'));
      const source = sourceOf(session);
      if (replay) return replay.show(source);
      const title = vscode.l10n.t('Replay as Stream');
      adopt(
        vscode.window.createWebviewPanel(viewTypes.replay, title, { viewColumn: previewColumn(), preserveFocus: true }),
        source,
      );
    }),
  );
  return {
    restore(panel, memory) {
      if (!isReplayMemory(memory)) return panel.dispose();
      const { at: _, ...source } = memory;
      adopt(panel, source);
    },
    dispose: () => all.dispose(),
  };
}

function sourceOf({ document, span, uri, definition }: ResponseSession): ReplaySource {
  if (!document) throw new Error(vscode.l10n.t('The response is too long to be replayed.'));
  return {
    uri: uri.toString(),
    span,
    whole: span.start === 0 && span.end === lengthOf(document),
    definition: { uri: definition.uri.toString(), name: definition.name },
  };
}

/** How long after the last edit the response is replayed anew, in milliseconds. */
const delay = 200;
/** The longest response that is replayed, in UTF-16 units. */
const maxLength = 5_000_000;

/** A response as a stream, or why there is none. */
interface Read {
  readonly view?: ReplayView;
  readonly broken?: string;
}

/** The panel of *Replay as Stream*: one response, followed through the edits of its document and of its definition. */
class ReplayPanel implements vscode.Disposable {
  readonly #page: WebviewPage<ReplayToHost, HostToReplay>;
  readonly #services: Services;
  readonly #disposables: vscode.Disposable[];
  #source: ReplaySource;
  #revision = 0;
  /** What the page shows is of another response. */
  #isNew = false;
  /** The response on the page. */
  #text = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(panel: vscode.WebviewPanel, services: Services, source: ReplaySource) {
    this.#services = services;
    this.#source = source;
    this.#disposables = [
      vscode.workspace.onDidChangeTextDocument(event => this.#edited(event)),
      services.definitions.onDidChange(uri => {
        if (uri.toString() === this.#source.definition.uri) this.#updateSoon();
      }),
    ];
    this.#page = new WebviewPage(panel, services, {
      name: 'replay',
      title: vscode.l10n.t('Replay as Stream'),
      isMessage: isReplayToHost,
      receive: message => this.#receive(message),
    });
  }

  get onDidDispose(): vscode.Event<void> {
    return this.#page.panel.onDidDispose;
  }

  /** Shows another response from its beginning, and the panel. */
  show(source: ReplaySource): void {
    this.#source = source;
    this.#isNew = true;
    this.#page.panel.reveal(undefined, true);
    void this.#update();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
    this.#page.dispose();
  }

  async #receive(message: ReplayToHost): Promise<void> {
    if (message.type === 'ready') return this.#update();
    const { revision, at } = message;
    const definition = await this.#definition();
    if (revision !== this.#revision || !definition) return;
    const text = this.#text.slice(0, at);
    const outcome = await again(() => this.#services.engine.replay.outcomeOf(definition, text));
    if (revision === this.#revision) this.#page.post({ type: 'outcome', revision, at, outcome });
  }

  #edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (contentChanges.length === 0 || document.uri.toString() !== this.#source.uri) return;
    let { span } = this.#source;
    for (const change of contentChanges) ({ span } = trackSpan(span, change));
    this.#source = { ...this.#source, span };
    this.#updateSoon();
  }

  #updateSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#update(), delay);
  }

  async #update(): Promise<void> {
    if (!this.#page.isReady) return;
    const revision = ++this.#revision;
    const titleOf = (name: string) => vscode.l10n.t('Replay: {0}', name);
    this.#services.tabNames.show(this.#page.panel, { ...this.#source.definition, titleOf });
    const read = await this.#read().catch((error): Read => {
      this.#services.log.error(error);
      return { broken: firstLine(error) };
    });
    if (revision !== this.#revision) return;
    const isNew = this.#isNew;
    this.#isNew = false;
    if (read.view) this.#text = read.view.text;
    this.#page.post({ type: 'state', revision, source: this.#source, isNew, ...read });
  }

  async #read(): Promise<Read> {
    const uri = vscode.Uri.parse(this.#source.uri);
    const document = await Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
    if (!document) return { broken: vscode.l10n.t('{0} cannot be read.', baseName(uri)) };
    const length = lengthOf(document);
    const { whole, span } = this.#source;
    const start = Math.min(span.start, length);
    const here = whole ? { start: 0, end: length } : { start, end: Math.min(span.end, length) };
    if (here.end === here.start) return { broken: vscode.l10n.t('The response is no longer there.') };
    if (here.end - here.start > maxLength) return { broken: vscode.l10n.t('The response is too long to be replayed.') };
    this.#source = { ...this.#source, span: here };
    const definition = await this.#definition();
    if (!definition) {
      const { uri: file, name } = this.#source.definition;
      const path = vscode.workspace.asRelativePath(vscode.Uri.parse(file));
      return { broken: vscode.l10n.t('{0} has no usable definition {1}.', path, name) };
    }
    const response = selectedResponse(document, here);
    const view = await again(() => this.#services.engine.replay.replay(definition, response));
    return { view: { ...view, fileName: baseName(uri) } };
  }

  #definition() {
    const { uri, name } = this.#source.definition;
    return this.#services.definitions.get(vscode.Uri.parse(uri), name);
  }
}

/** The thread may be ended for another's sake, see `EngineThreads.stop`; then it starts again. */
function again<T>(ask: () => Promise<T>): Promise<T> {
  return ask().catch(ask);
}
