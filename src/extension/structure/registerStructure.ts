import * as vscode from 'vscode';
import type { Problem } from '../../engine/index.ts';
import { withSeverities } from '../../views/problems.ts';
import { toDiagnostic, toRange } from '../convert.ts';
import { isDefinitionUri } from '../definitions/definitionUris.ts';
import { openDocument } from '../definitions/openDocument.ts';
import { loadPanels } from '../later/laterFeature.ts';
import { loadedOnce } from '../loadedOnce.ts';
import { outsideMessage, sampleFileUri } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { type Confines, confinesOf, isOutside } from './namedFile.ts';
import { definitionSelector, type LocatedReference, referencesIn } from './references.ts';

/** What concerns the files that definitions name, responses of samples and modules: links, completion, and what is missing. */
export function registerStructure(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerFileLinks(services),
    registerPathCompletion(services),
    registerMissingFiles(services),
  );
}

/** Links from a definition to the files that it names. */
function registerFileLinks(services: Services): vscode.Disposable {
  return vscode.languages.registerDocumentLinkProvider(definitionSelector, {
    async provideDocumentLinks(document) {
      const references = await referencesIn(services, document);
      return references
        .filter(({ path }) => path !== '')
        .map(({ span, uri, kind, definition }) => {
          const link = new vscode.DocumentLink(toRange(document, span), uri);
          link.tooltip =
            kind === 'sample'
              ? vscode.l10n.t('Open the response of this sample')
              : vscode.l10n.t('Open the module of {0}', definition);
          return link;
        });
    },
  });
}

/** The most entries of a folder that are offered. */
const maxEntries = 1000;

/** Completes the path of a sample's file or of a module, folder by folder. */
function registerPathCompletion(services: Services): vscode.Disposable {
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position, token) {
      const offset = document.offsetAt(position);
      const references = await referencesIn(services, document, offset);
      const reference = references.find(({ span }) => span.start <= offset && offset <= span.end);
      if (!reference || token.isCancellationRequested) return undefined;
      const { kind, span } = reference;
      const before = document.getText(toRange(document, { start: span.start, end: offset }));
      // Escapes would make the text another than the path.
      if (before.includes('\\')) return undefined;
      const folder = before.slice(0, before.lastIndexOf('/') + 1);
      const start = span.start + folder.length;
      const slash = document.getText(toRange(document, { start: offset, end: span.end })).indexOf('/');
      const file = toRange(document, { start, end: span.end });
      // What follows a folder is still its path.
      const name = slash < 0 ? file : toRange(document, { start, end: offset + slash + 1 });
      const entries = await entriesOf(sampleFileUri(document.uri, folder === '' ? '.' : folder));
      const isWanted = kind === 'module' ? /\.[mc]?js$/ : /^(?!.*\.parser\.json$)/;
      return entries
        .filter(([entry, type]) => !entry.startsWith('.') && (isFolder(type) || isWanted.test(entry)))
        .slice(0, maxEntries)
        .map(([entry, type]) => itemOf(entry, isFolder(type), isFolder(type) ? name : file));
    },
  };
  return vscode.languages.registerCompletionItemProvider(definitionSelector, provider, '"', '/');
}

async function entriesOf(folder: vscode.Uri): Promise<readonly [string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    // A path that is still being typed leads nowhere yet.
    return [];
  }
}

function isFolder(type: vscode.FileType): boolean {
  return (type & vscode.FileType.Directory) !== 0;
}

function itemOf(name: string, folder: boolean, range: vscode.Range): vscode.CompletionItem {
  const item = new vscode.CompletionItem(
    name,
    folder ? vscode.CompletionItemKind.Folder : vscode.CompletionItemKind.File,
  );
  item.range = range;
  // Folders first: the files of this one are few where there are any.
  item.sortText = `${folder ? 0 : 1}${name}`;
  item.insertText = JSON.stringify(folder ? `${name}/` : name).slice(1, -1);
  if (folder) item.command = { title: '', command: 'editor.action.triggerSuggest' };
  return item;
}

/** The most files of one definition file that are looked for. */
const maxChecked = 2000;

/** Underlines the paths of open definition files that lead to no file, and offers to create it. */
function registerMissingFiles(services: Services): vscode.Disposable {
  const { definitions, log, samples } = services;
  const collection = vscode.languages.createDiagnosticCollection('parserlens-files');

  const check = async (uri: vscode.Uri) => {
    const document = openDocument(uri);
    if (!document || definitions.isGone(document)) return collection.delete(uri);
    const { version } = document;
    const problems = await problemsIn(services, document);
    if (document.isClosed || document.version !== version) return;
    collection.set(
      uri,
      withSeverities(problems, getSetting('problems.severity', document)).map(problem =>
        toDiagnostic(document, problem),
      ),
    );
  };
  const checkSoon = (uri: vscode.Uri) => {
    if (isDefinitionUri(uri)) check(uri).catch(error => log.error(error));
  };
  const checkAll = () => {
    for (const { uri } of vscode.workspace.textDocuments) checkSoon(uri);
  };
  checkAll();

  const fixes = loadedOnce(async () => (await loadPanels()).missingFileFixes(services));
  return vscode.Disposable.from(
    collection,
    definitions.onDidChange(checkSoon),
    // A file of a sample came or went.
    samples.onDidChange(checkSoon),
    onSettingChange(['problems.severity', 'files.allowedFolders'], checkAll),
    vscode.languages.registerCodeActionsProvider(
      definitionSelector,
      { provideCodeActions: async (...at) => (await fixes()).provideCodeActions(...at) },
      {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      },
    ),
  );
}

async function problemsIn(services: Services, document: vscode.TextDocument): Promise<readonly Problem[]> {
  const references = (await referencesIn(services, document)).slice(0, maxChecked);
  const confines = confinesOf(vscode.Uri.joinPath(document.uri, '..'), services.runtime);
  const findings = new Map<string, ReturnType<typeof problemOf>>();
  const problems = await Promise.all(
    references.map(async reference => {
      const { uri, kind, path } = reference;
      // Where modules run, running this one tells more.
      if (kind === 'module' && path !== '' && vscode.workspace.isTrusted && services.runtime.modules) return [];
      const key = `${kind} ${uri}`;
      const found = findings.get(key) ?? problemOf(uri, kind === 'sample' ? confines : undefined);
      findings.set(key, found);
      return (await found)?.(reference) ?? [];
    }),
  );
  return problems.flat();
}

/** What is wrong with a file that is named; a module, which runs only where the user trusts it, may be anywhere. */
async function problemOf(
  uri: vscode.Uri,
  confines: Confines | undefined,
): Promise<((reference: LocatedReference) => Problem) | undefined> {
  if (confines && (await isOutside(uri, confines))) return outside;
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) === 0 ? missing : undefined;
  } catch {
    return missing;
  }
}

function outside({ path, span }: LocatedReference): Problem {
  return { code: 'file-outside', message: outsideMessage(path), severity: 'error', span };
}

function missing({ path, span }: LocatedReference): Problem {
  const message =
    path === ''
      ? vscode.l10n.t('The path of a file is missing.')
      : vscode.l10n.t('There is no file {0} relative to this definition.', path);
  return { code: 'missing-file', message, severity: 'error', span };
}
