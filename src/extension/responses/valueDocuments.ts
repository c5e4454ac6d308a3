import * as vscode from 'vscode';
import type { TextPath } from '../../service/responsesService.ts';
import type { PartModel } from '../../views/responseModel.ts';
import { appendLink, prefix, registerCommand } from '../commands.ts';
import { forgetClosed } from '../definitions/openDocument.ts';
import type { Services } from '../services.ts';
import { counterFor, countText } from '../tokens/tokenizers.ts';
import { VirtualDocuments } from '../virtualDocuments.ts';
import { splitName } from './destinationWords.ts';
import type { ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';
import type { ValuePeek } from './valuePeek.ts';
import { feedbackLanguage, showFeedback, ValueGroup, valuePlace, valueScheme } from './valueTab.ts';

/** Opens the document of a value: session id, path. */
export const valueCommand = `${prefix}.openValue`;

/** The longest text for one document, in UTF-16 units; VS Code's language features are slow beyond. */
const maxDocument = 5_000_000;

/** The longest value in a hover, in UTF-16 units and in lines. */
const maxPeek = 400;
const maxPeekLines = 10;

/** Read-only documents of full values, with their tokens in a lens; they follow the result. */
export class ValueDocuments implements vscode.Disposable {
  readonly #services: Services;
  readonly #sessions: ResponseSessions;
  readonly #peek: ValuePeek;
  readonly #documents = new VirtualDocuments(valueScheme, uri => this.#read(uri));
  readonly #lensesChanged = new vscode.EventEmitter<void>();
  readonly #group = new ValueGroup();
  /** The state that each open document shows. */
  readonly #states = new Map<string, ResponseSession['state']>();
  readonly #disposable: vscode.Disposable;

  constructor(services: Services, sessions: ResponseSessions, peek: ValuePeek) {
    this.#services = services;
    this.#sessions = sessions;
    this.#peek = peek;
    this.#disposable = vscode.Disposable.from(
      this.#documents,
      this.#lensesChanged,
      this.#group,
      vscode.languages.registerCodeLensProvider(
        { scheme: valueScheme },
        {
          onDidChangeCodeLenses: this.#lensesChanged.event,
          provideCodeLenses: (document, token) => this.#lenses(document, token),
        },
      ),
      sessions.onDidChange(() => this.#refresh()),
      forgetClosed(this.#states),
      registerCommand(services.log, 'openValue', (id: string, path: TextPath, name?: string) =>
        this.open(id, path, name),
      ),
      registerCommand(services.log, 'showValue', (id: string, path: TextPath, name?: string) =>
        this.show(id, path, name),
      ),
    );
  }

  /**
   * Shows a value where the user looks: a short one in a hover over the first part of the response that it came from, a
   * long one as a document. The focus stays in the response's editor.
   */
  async show(id: string, path: TextPath, name = splitName(path)): Promise<void> {
    const session = this.#sessions.get(id);
    if (session?.state.kind !== 'parsed') return;
    const { engine } = this.#services;
    const value = session.document && (await engine.responses.valueText(id, path, 'text', maxPeek + 1));
    if (!value || !session.document || !isShort(value.text)) return this.open(id, path, name);
    this.#sessions.visit(session);
    const counter = counterFor(session.document);
    const tokens = await engine.responses.valueTokens(id, path, counter).catch(() => undefined);
    const words = tokens && `${countText(tokens.count, tokens.exact)} (${tokens.basis})`;
    const hover = valueHover(name, value, words, [id, path]);
    const start = session.span.start + (partOf(session.state.model.parts, path)?.inner.start ?? 0);
    await this.#peek.show(session.document, session.document.positionAt(start), hover);
  }

  /** Shows the document of a value near its response. `name`: the value's, for the title. */
  async open(id: string, path: TextPath, name?: string): Promise<void> {
    const session = this.#sessions.get(id);
    if (session?.state.kind !== 'parsed') return;
    this.#sessions.visit(session);
    const value = await this.#services.engine.responses.valueText(id, path, 'text', maxDocument);
    if (!value) return;
    const uri = valueUri(session, path, value.language, name);
    const document = await vscode.workspace.openTextDocument(uri);
    const isFeedback = path[0] === 'feedback';
    const language = isFeedback ? feedbackLanguage : value.language;
    const opened = await vscode.languages.setTextDocumentLanguage(document, language);
    await (isFeedback ? showFeedback(opened, session) : this.#group.show(opened, session));
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  async #read(uri: vscode.Uri): Promise<string> {
    const { id, path } = valuePlace(uri);
    const session = this.#sessions.get(id);
    const value = await this.#services.engine.responses.valueText(id, path, 'text', maxDocument);
    if (session) this.#states.set(uri.toString(), session.state);
    if (!value) return vscode.l10n.t('The result no longer has this value.');
    return value.cut
      ? `${value.text}\n… ${vscode.l10n.t('The rest is too long for a document; Copy Value in the Parse Result view copies all of it.')}`
      : value.text;
  }

  #refresh(): void {
    for (const uri of this.#documents.open) {
      const { id, path } = valuePlace(uri);
      const session = this.#sessions.get(id);
      if (session?.state.kind !== 'parsed' || session.state === this.#states.get(uri.toString())) continue;
      // Feedback about an error says nothing of the answer that was repaired.
      if (path[0] === 'feedback' && !session.state.stale && !session.state.model.hasFeedback) {
        void closeTabsOf(uri);
        continue;
      }
      this.#documents.refresh(uri);
      this.#lensesChanged.fire();
    }
  }

  async #lenses(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.CodeLens[]> {
    const { id, path } = valuePlace(document.uri);
    const session = this.#sessions.get(id);
    if (!session) return [];
    if (path[0] === 'feedback') return this.#toldLenses(document, session, token);
    const counted = await this.#services.engine.responses.valueTokens(id, path, counterFor(session.document));
    if (!counted || token.isCancellationRequested) return [];
    const title = `${countText(counted.count, counted.exact)} (${counted.basis})`;
    const tooltip = vscode.l10n.t('Counted in the text that the framework puts into its message');
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, tooltip, command: '' })];
  }

  /** The tokens of each way of asking again, over its first line. */
  async #toldLenses(
    document: vscode.TextDocument,
    { id, document: response }: ResponseSession,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[]> {
    const counted = await this.#services.engine.responses.feedbackTokens(id, counterFor(response));
    if (!counted || token.isCancellationRequested) return [];
    const tooltip = vscode.l10n.t('Each time the model is asked again costs these tokens, beside the messages before');
    return counted.ways.map(({ offset, count }) => {
      const place = document.positionAt(offset);
      const title = `${countText(count, counted.exact)} (${counted.basis})`;
      return new vscode.CodeLens(new vscode.Range(place, place), { title, tooltip, command: '' });
    });
  }
}

/** Closes the tabs of a document; the focus stays. */
async function closeTabsOf(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  const own = tabs.filter(
    ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
  );
  if (own.length > 0) await vscode.window.tabGroups.close(own, true);
}

function isShort(text: string): boolean {
  return text.length <= maxPeek && text.split('\n').length <= maxPeekLines;
}

/** The first part of the response that a value came from. */
function partOf(parts: readonly PartModel[], [root, index, ...deeper]: TextPath): PartModel | undefined {
  if (root === 'parts' && index !== undefined && deeper.length === 0) return parts[index];
  const fed = parts.filter(({ destinations }) => destinations?.some(destination => destination === root));
  return fed.reduce<PartModel | undefined>(
    (one, other) => (one && one.span.start <= other.span.start ? one : other),
    undefined,
  );
}

function valueHover(
  name: string,
  { text, language }: { readonly text: string; readonly language: string },
  tokens: string | undefined,
  link: readonly [id: string, path: TextPath],
): vscode.MarkdownString {
  const hover = new vscode.MarkdownString();
  hover.isTrusted = { enabledCommands: [valueCommand] };
  hover.appendMarkdown('**').appendText(name).appendMarkdown('**');
  if (tokens !== undefined) hover.appendMarkdown(' · ').appendText(tokens);
  hover.appendMarkdown('\n\n').appendCodeblock(text, language);
  appendLink(hover, vscode.l10n.t('Open Full Value'), valueCommand, link);
  return hover;
}

function valueUri(
  { id, definition }: ResponseSession,
  path: TextPath,
  language: 'json' | 'plaintext',
  valueName = splitName(path),
): vscode.Uri {
  const name = [definition.name, plainName(valueName)].join(' · ').replaceAll('/', '∕');
  return vscode.Uri.from({
    scheme: valueScheme,
    path: `/${name}${language === 'json' ? '.json' : '.txt'}`,
    query: JSON.stringify([id, path]),
  });
}

/** A name without the marks of a tag around it. */
function plainName(name: string): string {
  return /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(name)?.[0] ?? name;
}
