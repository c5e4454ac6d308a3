import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import type { ImportModel, ImportOptions } from '../../service/interchangeService.ts';
import { prefix } from '../commands.ts';
import { toRange } from '../convert.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { openText } from '../definitions/newDocument.ts';
import { newDocumentColumn } from '../documentColumn.ts';
import type { Services } from '../services.ts';
import { withProgress } from '../withProgress.ts';
import { ImportOrigins } from './intoItsPlace.ts';

/** The ends of names of documents that have none, by their language. */
const extensions: Readonly<Record<string, string>> = {
  python: '.py',
  yaml: '.yaml',
  typescript: '.ts',
  typescriptreact: '.tsx',
  javascript: '.js',
  json: '.json',
  jsonc: '.json',
};

/** Reads definitions from documents, or a part of one, into a new `.parser.json` beside it, with modules to port where there are any; says what could not be read. */
export class DefinitionImports implements vscode.Disposable {
  readonly #services: Services;
  readonly #problems = vscode.languages.createDiagnosticCollection('parserlens-import');
  readonly #disposables: readonly vscode.Disposable[];

  constructor(services: Services) {
    this.#services = services;
    const forget = ({ uri }: vscode.TextDocument) => this.#problems.delete(uri);
    this.#disposables = [
      this.#problems,
      // They say something of a text that is another now.
      vscode.workspace.onDidChangeTextDocument(event => event.contentChanges.length > 0 && forget(event.document)),
      vscode.workspace.onDidCloseTextDocument(forget),
    ];
  }

  /** Reads one document, or a part of it, or several that are merged in their order. Asks where the text leaves something open. */
  async read(documents: readonly vscode.TextDocument[], span?: Span): Promise<void> {
    const [document] = documents;
    if (!document) return;
    for (const { uri } of documents) this.#problems.delete(uri);
    const model = await this.#import(documents, span);
    if (!model) return;
    // Nothing is wrong with a text that is something else.
    if (model.count === 0 && model.modules.length === 0) throw new Error(whyNothing(documents, model));
    for (const [part, { uri }] of documents.entries())
      this.#problems.set(
        uri,
        model.problems.flatMap(problem => {
          if (problem.part !== part) return [];
          const severity =
            problem.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
          const diagnostic = new vscode.Diagnostic(toRange(documents[part]!, problem.span), problem.message, severity);
          diagnostic.source = 'ParserLens';
          return [diagnostic];
        }),
      );
    const base = baseName(document.uri).replace(/(?<=.)\..*$/, '');
    // A variable that is only called `parser` says less than the file.
    const name = model.name === undefined || /^(?:parser|imported(?: 1)?)$/i.test(model.name) ? base : model.name;
    const modules = await openModules(document, model);
    if (model.count > 0) {
      const text = withNames(model.text, modules);
      const column = vscode.window.visibleTextEditors.find(each => each.document === document)?.viewColumn;
      const show = { preview: false, viewColumn: column ?? vscode.ViewColumn.Active };
      const opened = await openText(document.uri, name, '.parser.json', text, 'jsonc', show);
      await new ImportOrigins(this.#services.context.workspaceState).remember(opened.uri, document.uri, model.origins);
      await vscode.commands.executeCommand(`${prefix}.previewInstruction`, opened.uri);
    }
    void this.#tell(documents, model);
  }

  /** DefinitionImports, and again with what a user answers. `undefined`: a question was not answered. */
  async #import(documents: readonly vscode.TextDocument[], span: Span | undefined): Promise<ImportModel | undefined> {
    const { engine } = this.#services;
    const parts = documents.map(document => ({ text: document.getText(), fileName: fileNameOf(document) }));
    const title = vscode.l10n.t('Importing from {0}', documents.map(({ uri }) => baseName(uri)).join(', '));
    const read = (options: ImportOptions) => {
      const running = engine.interchange.importFrom(parts, { ...(span && { span }), ...options });
      return withProgress(title, running, () => engine.stop('find'));
    };
    let model = await read({});
    let form: string | undefined;
    if (model.forms) {
      const placeHolder = vscode.l10n.t('This may be meant for several systems. Which one?');
      const items = model.forms.map(({ id, label }) => ({ label, id }));
      form = (await vscode.window.showQuickPick(items, { title, placeHolder }))?.id;
      if (form === undefined) return undefined;
      model = await read({ form });
    }
    const { open } = model;
    if (!open) return model;
    const placeHolder = open.message.replaceAll('`', '');
    const items = open.values.map((value, i) => ({
      label: `${open.key}: ${value}`,
      description: i === 0 ? vscode.l10n.t('as it is read now') : '',
      value,
    }));
    const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
    return picked && read({ ...(form !== undefined && { form }), chosen: { [open.key]: picked.value } });
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Says how many things were left behind, with a way to them. */
  async #tell(documents: readonly vscode.TextDocument[], { problems }: ImportModel): Promise<void> {
    const [first] = problems;
    const document = first && documents[first.part];
    if (!document) return;
    const show = vscode.l10n.t('Show');
    const message =
      problems.length === 1
        ? vscode.l10n.t('Not everything was imported: {0}', first.message)
        : vscode.l10n.t('{0} things were not imported. The first: {1}', problems.length, first.message);
    if ((await vscode.window.showWarningMessage(message, show)) !== show) return;
    const selection = toRange(document, first.span);
    await vscode.window.showTextDocument(document, { selection, viewColumn: vscode.ViewColumn.One });
    if (problems.length > 1) await vscode.commands.executeCommand('workbench.actions.view.problems');
  }
}

/** Opens the modules of an import, each as a document of its own; gives the names that they were to have and those that were free. */
async function openModules(
  { uri }: vscode.TextDocument,
  { modules }: ImportModel,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const { fileName, text } of modules) {
    const show = { viewColumn: newDocumentColumn(uri), preview: false };
    const opened = await openText(uri, fileName.replace(/\.mjs$/, ''), '.mjs', text, 'javascript', show);
    if (opened.uri.path.endsWith('.mjs')) names.set(fileName, baseName(opened.uri));
  }
  return names;
}

/** Definitions with the modules' own names. */
function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/^( *"module": )("[^"\\\n]*")/gm, (line, key: string, value: string) => {
    const name = names.get(JSON.parse(value));
    return name === undefined ? line : `${key}${JSON.stringify(name)}`;
  });
}

function whyNothing(documents: readonly vscode.TextDocument[], { problems: [first] }: ImportModel): string {
  const document = documents[first?.part ?? 0]!;
  if (!first) return vscode.l10n.t('There is nothing to import in {0}.', baseName(document.uri));
  const { line, character } = document.positionAt(first.span.start);
  return vscode.l10n.t('{0}:{1}:{2}: {3}', baseName(document.uri), line + 1, character + 1, first.message);
}

/** The document's name, with an end that tells its language where it has none. */
function fileNameOf({ uri, languageId, isUntitled }: vscode.TextDocument): string {
  const extension = extensions[languageId];
  if (extension === undefined || (!isUntitled && /\.\w+$/.test(uri.path))) return uri.path;
  return uri.path.endsWith(extension) ? uri.path : `${uri.path}${extension}`;
}
