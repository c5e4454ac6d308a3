import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import { toRange, toSpan } from '../convert.ts';
import { isDefinitionUri } from '../definitions/definitionUris.ts';
import { sampleFileUri } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';
import { offsetIn } from './notebookSource.ts';
import { isSourceUri, parsersOfCell } from './sourceDocuments.ts';
import { whyNotAsked } from './unknownLens.ts';

/** The most files and names that are offered. */
const maxOffered = 1000;

/** What a definition's `source` offers while it is written, and where it leads; and the light bulb on a parser's call. */
export function sourceProviders(services: Services) {
  return {
    completions: sourceCompletions(services),
    links: sourceLinks(services),
    actions: callActions(services),
  };
}

/** The files folder by folder, and behind `#` the parsers that a file makes. */
function sourceCompletions({ definitions }: Services): vscode.CompletionItemProvider {
  return {
    async provideCompletionItems(document, position) {
      const { uri } = document;
      if (!isDefinitionUri(uri) || uri.scheme === 'untitled') return undefined;
      const line = document.lineAt(position.line).text;
      const [, typed] = /"source"\s*:\s*"([^"\\]*)$/.exec(line.slice(0, position.character)) ?? [];
      if (typed === undefined) return undefined;
      const hash = typed.indexOf('#');
      const done = hash < 0 ? typed.lastIndexOf('/') + 1 : hash + 1;
      const rest = /^[^"]*/.exec(line.slice(position.character))![0].length;
      const range = new vscode.Range(position.translate(0, done - typed.length), position.translate(0, rest));
      if (hash < 0) return (await entriesOf(uri, typed.slice(0, done))).map(entry => fileItem(entry, range));
      const file = await definitions.file(sampleFileUri(uri, typed.slice(0, hash)));
      return (file?.definitions ?? []).slice(0, maxOffered).map(({ name, type }, i) => {
        const item = new vscode.CompletionItem(name, vscode.CompletionItemKind.Value);
        item.detail = type;
        item.range = range;
        item.insertText = JSON.stringify(name).slice(1, -1);
        item.filterText = name;
        item.sortText = `!${String(i).padStart(4, '0')}`;
        return item;
      });
    },
  };
}

/** The folders and sources of a folder beside a definition file, folders with a slash. */
async function entriesOf(definition: vscode.Uri, folder: string): Promise<readonly string[]> {
  const at = sampleFileUri(definition, folder === '' ? '.' : folder);
  try {
    const entries = await vscode.workspace.fs.readDirectory(at);
    return entries
      .flatMap(([name, type]) => {
        if (name.startsWith('.')) return [];
        if ((type & vscode.FileType.Directory) !== 0) return `${name}/`;
        return isSourceUri(vscode.Uri.joinPath(at, name)) ? name : [];
      })
      .slice(0, maxOffered);
  } catch {
    // A path that is still being typed leads nowhere yet.
    return [];
  }
}

function fileItem(entry: string, range: vscode.Range): vscode.CompletionItem {
  const isFolder = entry.endsWith('/');
  const { Folder, File } = vscode.CompletionItemKind;
  const item = new vscode.CompletionItem(entry, isFolder ? Folder : File);
  item.range = range;
  item.insertText = JSON.stringify(isFolder ? entry : `${entry}#`).slice(1, -1);
  item.sortText = `${isFolder ? 1 : 0}${entry}`;
  // Its parsers come next.
  item.command = { title: '', command: 'editor.action.triggerSuggest' };
  return item;
}

/** From the value of `source` to the call that makes the parser. */
function sourceLinks({ definitions }: Services): vscode.DocumentLinkProvider {
  return {
    async provideDocumentLinks(document) {
      const { uri } = document;
      const file = await definitions.file(uri);
      if (!file?.linked || file.written !== document.getText()) return [];
      const found: vscode.DocumentLink[] = [];
      for (const { linked, typeSpan } of file.definitions) {
        const link = file.linked.links.find(({ reference }) => reference === linked);
        if (link?.name === undefined) continue;
        const source = await definitions.file(uri.with({ path: link.path }));
        const span = source?.definitions.find(({ name }) => name === link.name)?.span;
        const line = span && source.written.slice(0, span.start).split('\n').length;
        const target = uri.with({ path: link.path, ...(line !== undefined && { fragment: `L${line}` }) });
        const place = new vscode.DocumentLink(toRange(document, typeSpan), target);
        place.tooltip = vscode.l10n.t('Open the parser in its source');
        found.push(place);
      }
      return found;
    },
  };
}

/** What can be done with a parser where it is called. */
function callActions({ definitions, sourceHomes, runtime }: Services): vscode.CodeActionProvider {
  return {
    async provideCodeActions(document, range, { only }, token) {
      if (only && !only.contains(vscode.CodeActionKind.Refactor)) return undefined;
      const cell = parsersOfCell(document);
      const file = await definitions.file(cell?.notebook.uri ?? document.uri);
      const text = cell ? parsersOfCell(document)?.text : document.getText();
      if (!file?.source || token.isCancellationRequested || file.written !== text) return undefined;
      const { start, end } = cell
        ? { start: offsetIn(cell, document, range.start), end: offsetIn(cell, document, range.end) }
        : toSpan(document, range);
      const call = file.definitions.findLast(({ nameSpan, span }) => nameSpan.start <= start && end <= span.end);
      if (!call) return undefined;
      const { uri } = file;
      const { name } = call;
      const isOpen = file.source.definitions.find(each => each.name === name)?.unknown !== undefined;
      const askable = isOpen && whyNotAsked(uri, runtime.modules !== undefined) === undefined;
      const home = (await sourceHomes.of(uri)).get(name);
      return [
        action(vscode.l10n.t('Preview'), 'previewInstruction', uri.toString(), name),
        home
          ? action(vscode.l10n.t('Run Samples'), 'runSamples', home.uri.toString(), home.definition)
          : action(vscode.l10n.t('Add Sample'), 'addSample', uri.toString(), name),
        action(vscode.l10n.t('Move Samples…'), 'moveSamples', uri.toString(), name),
        ...(askable ? [action(vscode.l10n.t('Ask Python'), 'askPython', uri.toString())] : []),
        action(vscode.l10n.t('Import into a .parser.json'), 'importDefinition', uri),
      ];
    },
  };
}

function action(title: string, command: string, ...args: readonly unknown[]): vscode.CodeAction {
  const found = new vscode.CodeAction(title, vscode.CodeActionKind.Refactor);
  found.command = { title, command: `${prefix}.${command}`, arguments: [...args] };
  return found;
}
