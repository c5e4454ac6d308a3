import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import { prefix, registerCommand } from '../commands.ts';
import { toSpan } from '../convert.ts';
import { baseName } from '../definitions/definitionStore.ts';
import { registerFindParser } from '../find/findParser.ts';
import { withProgress } from '../progress.ts';
import type { Services } from '../services.ts';
import { DefinitionPicker } from './pickDefinition.ts';
import type { DefinitionId, ResponseSession } from './responseSession.ts';
import { lengthOf, type ResponseSessions } from './responseSessions.ts';

/** The size in bytes above which VS Code gives extensions no document. */
const maxDocument = 50 * 1024 * 1024;

/** The commands that parse: a selection, the same again, a file, the clipboard; and those that clear. */
export function registerParseCommands(services: Services, sessions: ResponseSessions): vscode.Disposable {
  const { log } = services;
  const picker = new DefinitionPicker(services);
  const parser = new Parsing(sessions);

  const choose = (uri: vscode.Uri, options: unknown) => {
    const { parser, definition } = parserOptions(options);
    return parser === undefined ? picker.pick(uri) : picker.named(uri, parser, definition);
  };

  const selections = () => {
    const editor = vscode.window.activeTextEditor;
    if (!editor)
      throw new Error(
        vscode.l10n.t('Open the text to parse, or use Parse File with Parser… or Parse Clipboard with Parser….'),
      );
    return { document: editor.document, spans: selectedSpans(editor) };
  };

  const inEditor = async (again: boolean, options?: unknown) => {
    const { document, spans } = selections();
    const definition = (again && (await picker.usable(document.uri))) || (await choose(document.uri, options));
    if (definition) await parser.parse(document, spans, definition);
  };

  return vscode.Disposable.from(
    registerCommand(log, 'parseSelection', (options?: unknown) => inEditor(false, options)),
    registerCommand(log, 'parseSelectionAgain', () => inEditor(true)),
    registerFindParser(services, {
      selections,
      async parse(document, spans, definition) {
        await picker.remember(document.uri, definition);
        await parser.parse(document, spans, definition);
      },
    }),
    registerCommand(log, 'parseAs', async (place: string, file: string, name: string) => {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place));
      const definition = { uri: vscode.Uri.parse(file), name };
      await picker.remember(document.uri, definition);
      await parser.parse(document, [wholeSpan(document)], definition);
    }),
    registerCommand(log, 'parseWithAnother', async (id: string) => {
      const session = sessions.get(id);
      if (!session?.document) return;
      const definition = await picker.pick(session.uri);
      if (definition) await parser.parse(session.document, [session.span], definition);
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
      const definition = await choose(uri, options);
      if (!definition) return;
      if (!document) return parser.parseLargeFile(uri, definition);
      await vscode.window.showTextDocument(document, { preview: false });
      await parser.parse(document, [wholeSpan(document)], definition);
    }),
    registerCommand(log, 'parseClipboard', async (options?: unknown) => {
      const content = await vscode.env.clipboard.readText();
      if (content === '') throw new Error(vscode.l10n.t('There is no text on the clipboard.'));
      const document = await vscode.workspace.openTextDocument({ content });
      await vscode.window.showTextDocument(document);
      const definition = await choose(document.uri, options);
      if (definition) await parser.parse(document, [wholeSpan(document)], definition);
    }),
    registerCommand(log, 'clearResult', (id?: string) => {
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

  async parse(document: vscode.TextDocument, spans: readonly Span[], definition: DefinitionId): Promise<void> {
    if (spans.every(({ start, end }) => start === end))
      throw new Error(vscode.l10n.t('There is nothing to parse: {0} is empty.', baseName(document.uri)));
    await this.#cancellable(definition.name, async token => {
      for (const span of spans) this.#report(await this.#sessions.parse(document, span, definition, token));
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

/** The parser's name that a keybinding may give: `"args": { "parser": "discussion" }`, with its file's address as `definition` where several have it. Menus give other things. */
function parserOptions(options: unknown): { readonly parser?: string; readonly definition?: string } {
  if (typeof options !== 'object' || options === null) return {};
  const { parser, definition } = options as Record<string, unknown>;
  return {
    ...(typeof parser === 'string' && { parser }),
    ...(typeof definition === 'string' && { definition }),
  };
}

/** The selections of an editor, or its whole text where nothing is selected. */
function selectedSpans({ document, selections }: vscode.TextEditor): readonly Span[] {
  const spans = selections.filter(selection => !selection.isEmpty).map(selection => toSpan(document, selection));
  return spans.length > 0 ? spans.sort((a, b) => a.start - b.start) : [wholeSpan(document)];
}

function wholeSpan(document: vscode.TextDocument): Span {
  return { start: 0, end: lengthOf(document) };
}

async function pickFile(): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t('Parse File with Parser');
  const active = vscode.window.activeTextEditor?.document.uri;
  const options = { title, ...(active?.scheme === 'file' && { defaultUri: active }) };
  return (await vscode.window.showOpenDialog(options))?.[0];
}
