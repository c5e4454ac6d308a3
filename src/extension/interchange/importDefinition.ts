import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import type { ImportModel } from '../../service/interchangeService.ts';
import { toRange } from '../convert.ts';
import { baseName } from '../definitions/definitionStore.ts';
import { withProgress } from '../progress.ts';
import type { Services } from '../services.ts';
import { openText } from './openText.ts';

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

/** Reads definitions from a document, or a part of it, into a new `.parser.json` beside it, with modules to port where there are any; says what could not be taken over. */
export class Imports implements vscode.Disposable {
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

  async read(document: vscode.TextDocument, span?: Span): Promise<void> {
    const { engine } = this.#services;
    this.#problems.delete(document.uri);
    const running = engine.interchange.importFrom(document.getText(), fileNameOf(document), span);
    const title = vscode.l10n.t('Importing from {0}', baseName(document.uri));
    const model = await withProgress(title, running, () => engine.stopFit());
    this.#problems.set(
      document.uri,
      model.problems.map(problem => {
        const severity =
          problem.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
        const diagnostic = new vscode.Diagnostic(toRange(document, problem.span), problem.message, severity);
        diagnostic.source = 'ParserLens';
        return diagnostic;
      }),
    );
    if (model.count === 0 && model.modules.length === 0) throw new Error(whyNothing(document, model));
    const base = baseName(document.uri).replace(/(?<=.)\..*$/, '');
    // A variable that is only called `parser` says less than the file.
    const name = model.name === undefined || /^(?:parser|imported(?: 1)?)$/i.test(model.name) ? base : model.name;
    const modules = await openModules(document, model);
    if (model.count > 0) {
      const text = withNames(model.text, modules);
      const opened = await openText(document.uri, name, '.parser.json', text, 'jsonc');
      await vscode.window.showTextDocument(opened, { viewColumn: vscode.ViewColumn.Beside });
    }
    void this.#tell(document, model);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Says how many things were left behind, with a way to them. */
  async #tell(document: vscode.TextDocument, { problems }: ImportModel): Promise<void> {
    const [first] = problems;
    if (!first) return;
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
    const opened = await openText(uri, fileName.replace(/\.mjs$/, ''), '.mjs', text, 'javascript');
    if (opened.uri.path.endsWith('.mjs')) names.set(fileName, baseName(opened.uri));
    await vscode.window.showTextDocument(opened, { viewColumn: vscode.ViewColumn.Beside, preview: false });
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

function whyNothing(document: vscode.TextDocument, { problems: [first] }: ImportModel): string {
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
