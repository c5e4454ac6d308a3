import * as vscode from 'vscode';
import { toRange } from '../convert.ts';
import { sampleFileUri } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';
import { definitionSelector, referencesIn } from './references.ts';
import { registerMissingFiles } from './registerMissingFiles.ts';

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
