import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import { prefix, registerCommand } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { openText } from '../definitions/newDocument.ts';
import { offerDesktop } from '../modules/trust.ts';
import type { Services } from '../services.ts';
import { maxDocument } from '../structure/files.ts';
import { withProgress } from '../withProgress.ts';
import { DefinitionPicker, openDraft } from './definitionPicker.ts';
import { selectedResponse } from './responseReader.ts';
import type { DefinitionId, ResponseSession } from './responseSession.ts';
import { lengthOf, type ResponseSessions } from './responseSessions.ts';
import { answersOf, pickField, type Stretch, selectedStretches } from './selectedStretches.ts';

/** The commands that parse: a selection, the same again, a file, the clipboard; and those that clear. */
export function registerParseCommands(services: Services, sessions: ResponseSessions): vscode.Disposable {
  const { log } = services;
  const picker = new DefinitionPicker(services);
  const parser = new Parsing(sessions);
  /** The field that was chosen last in a log. */
  const fields = new Map<string, string>();

  /** The parser that the options name, else one that the user picks, or a draft of a type. */
  const choose = async (document: vscode.TextDocument, stretches: readonly Stretch[], options: unknown) => {
    const { parser: name, definition, type } = parserOptions(options);
    if (name !== undefined) return picker.named(document.uri, name, definition);
    const responses = stretches.map(({ span }) => selectedResponse(document, span));
    if (responses.every(({ text }) => text === '')) throw emptyError(document.uri);
    const picked = type === undefined ? await picker.pick(document.uri, responses) : { type };
    if (!picked || 'uri' in picked) return picked;
    const drafted = await openDraft(services, document, responses, picked.type);
    if (drafted) await picker.remember(document.uri, drafted);
    return drafted;
  };

  const inEditor = async (again: boolean, options?: unknown) => {
    const editor = vscode.window.activeTextEditor;
    if (!editor)
      throw new Error(
        vscode.l10n.t('Open the text to parse, or use Parse File with Parser… or Parse Clipboard with Parser….'),
      );
    const { document } = editor;
    const stretches = selectedStretches(editor, fields.get(document.uri.toString()));
    const definition = (again && (await picker.usable(document.uri))) || (await choose(document, stretches, options));
    if (!definition) return;
    await keepTab(document);
    await parser.parse(
      document,
      await answersFor(document, stretches, definition, editor.selection.active),
      definition,
    );
  };

  /** The answer at a position, where the whole of a document is to be parsed and holds several; else what is to be parsed. */
  const answersFor = async (
    document: vscode.TextDocument,
    stretches: readonly Stretch[],
    definition: DefinitionId,
    position: vscode.Position,
  ): Promise<readonly Stretch[]> => {
    const [only, ...others] = stretches;
    const isWhole = only && others.length === 0 && only.field === undefined && sameSpan(only.span, wholeSpan(document));
    const all = isWhole ? await answersOf(services, document, definition) : [];
    if (all.length < 2) return stretches;
    const offset = document.offsetAt(position);
    return [all.findLast(({ span }) => span.start <= offset) ?? all[0]!];
  };

  return vscode.Disposable.from(
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      fields.delete(uri.toString());
      services.parsers.forget(uri);
    }),
    registerCommand(log, 'parseSelection', (options?: unknown) => inEditor(false, options)),
    // Its name in keybindings of old: it was a command of its own.
    registerCommand(log, 'findParser', (options?: unknown) => inEditor(false, options)),
    registerCommand(log, 'parseSelectionAgain', () => inEditor(true)),
    registerCommand(log, 'parseAnotherField', async (id: string) => {
      const session = sessions.get(id);
      if (!session?.document) return;
      const stretch = await pickField(session.document, session.span);
      if (!stretch) return;
      fields.set(session.uri.toString(), stretch.field ?? '');
      sessions.clear(session);
      await parser.parse(session.document, [stretch], session.definition);
    }),
    registerCommand(log, 'parseAs', async (place: string, file: string, name: string) => {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place));
      const definition = { uri: vscode.Uri.parse(file), name };
      await picker.remember(document.uri, definition);
      await parser.parse(document, [{ span: wholeSpan(document) }], definition);
    }),
    registerCommand(log, 'parseAll', async (id: string) => {
      const session = sessions.get(id);
      if (!session?.document) return;
      const { document, definition } = session;
      const all = await answersOf(services, document, definition);
      if (all.length > 0) await parser.parse(document, all, definition);
    }),
    registerCommand(log, 'parseWithAnother', async (id: string) => {
      const session = sessions.get(id);
      if (!session?.document) return;
      const stretch = { span: session.span, ...(session.field !== undefined && { field: session.field }) };
      const definition = await choose(session.document, [stretch], undefined);
      if (definition) await parser.parse(session.document, [stretch], definition);
    }),
    registerCommand(log, 'parseFile', async (clicked?: vscode.Uri, options?: unknown) => {
      const uri = clicked ?? (await pickFile());
      if (!uri) return;
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > maxDocument && uri.scheme !== 'file')
        throw new Error(
          vscode.l10n.t(
            '{0} has {1} MB. VS Code gives extensions no file above 50 MB that is not on this machine.',
            baseName(uri),
            Math.round(size / 2 ** 20),
          ),
        );
      // Opened first: a binary file is refused here, in VS Code's own words.
      const document = size > maxDocument ? undefined : await vscode.workspace.openTextDocument(uri);
      if (!document) {
        const { parser: name, definition: file } = parserOptions(options);
        const large = name === undefined ? await picker.pick(uri, []) : await picker.named(uri, name, file);
        if (large && 'uri' in large) await parser.parseLargeFile(uri, large);
        return;
      }
      const definition = await choose(document, [{ span: wholeSpan(document) }], options);
      if (!definition) return;
      const { selection } = await vscode.window.showTextDocument(document, { preview: false });
      const whole = [{ span: wholeSpan(document) }];
      await parser.parse(document, await answersFor(document, whole, definition, selection.active), definition);
    }),
    registerCommand(log, 'parseClipboard', async (options?: unknown) => {
      const content = await vscode.env.clipboard.readText();
      if (content === '') throw new Error(vscode.l10n.t('There is no text on the clipboard.'));
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      const near = folder && vscode.Uri.joinPath(folder, 'answer');
      const document = await openText(near, vscode.l10n.t('clipboard'), '.md', content, 'markdown', {});
      const definition = await choose(document, [{ span: wholeSpan(document) }], options);
      if (definition) await parser.parse(document, [{ span: wholeSpan(document) }], definition);
    }),
    // By its id, or all of a document by its address.
    registerCommand(log, 'clearResult', (id?: string) => {
      if (typeof id === 'string' && id.includes(':')) return sessions.clearDocument(vscode.Uri.parse(id));
      const editor = vscode.window.activeTextEditor;
      const session =
        typeof id === 'string'
          ? sessions.get(id)
          : ((editor && sessions.at(editor.document, editor.selection.active)) ?? sessions.current);
      if (session) sessions.clear(session);
    }),
    registerCommand(log, 'clearAllResults', () => sessions.clearAll()),
  );
}

/** Runs parses with progress and the means to end them. */
class Parsing {
  readonly #sessions: ResponseSessions;

  constructor(sessions: ResponseSessions) {
    this.#sessions = sessions;
  }

  async parse(document: vscode.TextDocument, stretches: readonly Stretch[], definition: DefinitionId): Promise<void> {
    if (stretches.every(({ span: { start, end } }) => start === end)) throw emptyError(document.uri);
    await this.#cancellable(definition.name, async token => {
      for (const { span, ...rest } of stretches)
        this.#report(await this.#sessions.parse(document, span, definition, token, rest));
    });
  }

  async parseLargeFile(uri: vscode.Uri, definition: DefinitionId): Promise<void> {
    await this.#cancellable(definition.name, async token => {
      const session = await this.#sessions.parseFile(uri, definition, token);
      this.#report(session);
      // There is no editor to show lenses in.
      await vscode.commands.executeCommand(`${prefix}.result.focus`);
      if (session.state.kind !== 'parsed') return;
      const path = session.state.model.error ? ['error'] : ['value'];
      await vscode.commands.executeCommand(`${prefix}.openValue`, session.id, path);
    });
  }

  /** What cannot be said above the text is said as a message. */
  #report({ state }: ResponseSession): void {
    if (state.kind === 'failed') throw new Error(state.message);
    if (state.kind === 'parsed') offerDesktop(state.model.error?.class);
  }

  /** Shows progress, with a button that cancels, for what takes longer than a moment. */
  async #cancellable(name: string, work: (token: vscode.CancellationToken) => Promise<void>): Promise<void> {
    const cancel = new vscode.CancellationTokenSource();
    try {
      await withProgress(vscode.l10n.t('Parsing with {0}', name), work(cancel.token), () => cancel.cancel());
    } finally {
      cancel.dispose();
    }
  }
}

/** The parser's name that a keybinding may give, or a type to draft a definition of: `"args": { "parser": "discussion" }`, with its file's address as `definition` where several have it. Menus give other things. */
function parserOptions(options: unknown): ParserOptions {
  if (typeof options !== 'object' || options === null) return {};
  const { parser, definition, type } = options as Record<string, unknown>;
  return {
    ...(typeof parser === 'string' && { parser }),
    ...(typeof definition === 'string' && { definition }),
    ...(typeof type === 'string' && { type }),
  };
}

interface ParserOptions {
  readonly parser?: string;
  readonly definition?: string;
  /** A type to draft a definition of. */
  readonly type?: string;
}

function emptyError(uri: vscode.Uri): Error {
  return new Error(vscode.l10n.t('There is nothing to parse: {0} is empty.', baseName(uri)));
}

/** Keeps a document's tab, as an edit does: its result would go with the next file that is looked at. */
async function keepTab(document: vscode.TextDocument): Promise<void> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const isOwn = tab?.input instanceof vscode.TabInputText && tab.input.uri.toString() === document.uri.toString();
  if (isOwn && tab.isPreview) await vscode.commands.executeCommand('workbench.action.keepEditor');
}

function sameSpan(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end;
}

function wholeSpan(document: vscode.TextDocument): Span {
  return { start: 0, end: lengthOf(document) };
}

async function pickFile(): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t('Parse File with Parser');
  const active = vscode.window.activeTextEditor?.document.uri;
  const options = {
    title,
    ...(active && vscode.workspace.fs.isWritableFileSystem(active.scheme) && { defaultUri: active }),
  };
  return (await vscode.window.showOpenDialog(options))?.[0];
}
