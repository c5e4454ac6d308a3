import * as vscode from 'vscode';
import { linePlaces } from '../../views/position.ts';
import { toRange } from '../convert.ts';
import { readSampleFile, sampleFileUri } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';
import { isSourceUri } from '../sources/sourceDocuments.ts';
import type { ConversationStore } from './conversationStore.ts';

const selector: vscode.DocumentSelector = { pattern: '**/*.messages.json' };
/** The most files and names that are offered. */
const maxOffered = 1000;

/** A file or a name that completion offers. */
interface Offered {
  readonly label: string;
  readonly detail?: string;
}

/** The parser that a conversation names: a link to its file, *Go to Definition*, and completion of file and name. */
export function registerParserReferences(services: Services, store: ConversationStore): vscode.Disposable {
  const { engine, runtime } = services;
  /** The definitions of the file that a conversation names by a path. */
  const definitionsOf = async (uri: vscode.Uri, path: string) => {
    const target = sampleFileUri(uri, path);
    if (isSourceUri(target)) return { target, definitions: await parsersOf(target) };
    const read = await readSampleFile(uri, path, runtime);
    const parts = 'text' in read ? await engine.structure.namedParts(read.text, target.toString()) : [];
    return { target, definitions: parts.filter(({ kind }) => kind === 'definition') };
  };
  const parsersOf = async (source: vscode.Uri) => {
    const file = await services.definitions.file(source);
    const placeOf = linePlaces(file?.written ?? '');
    return (file?.definitions ?? []).map(({ name, type, span }) => ({
      name,
      container: type,
      start: placeOf(span.start),
      end: placeOf(span.end),
    }));
  };
  /** The open sources with parsers of a conversation's workspace folder: those that are not open nobody has read. */
  const sourcesNear = async ({ path, scheme }: vscode.Uri): Promise<readonly Offered[]> => {
    const uris = (await services.definitions.uris()).filter(uri => isSourceUri(uri) && uri.scheme === scheme);
    return uris.map(uri => ({ label: relativePath(path, uri.path) }));
  };
  const referenceIn = ({ uri, version }: vscode.TextDocument) => {
    const state = store.get(uri);
    return state?.version === version && uri.scheme !== 'untitled' ? state.outline.file.parser : undefined;
  };

  return vscode.Disposable.from(
    vscode.languages.registerDocumentLinkProvider(selector, {
      provideDocumentLinks(document) {
        const reference = referenceIn(document);
        if (!reference || reference.file === '') return [];
        const { file, spans } = reference;
        const link = new vscode.DocumentLink(toRange(document, spans.file), sampleFileUri(document.uri, file));
        link.tooltip = vscode.l10n.t('Open the definitions that answers are read by');
        return [link];
      },
    }),
    vscode.languages.registerDefinitionProvider(selector, {
      async provideDefinition(document, position) {
        const reference = referenceIn(document);
        if (!reference) return undefined;
        const { file, name, spans } = reference;
        const span = { start: spans.file.start, end: (spans.name ?? spans.file).end };
        if (!toRange(document, span).contains(position)) return undefined;
        const { target, definitions } = await definitionsOf(document.uri, file);
        const found = definitions.find(each => name === undefined || each.name === name);
        if (!found) return undefined;
        const { start, end } = found;
        const range = new vscode.Range(start.line, start.character, end.line, end.character);
        return [{ originSelectionRange: toRange(document, span), targetUri: target, targetRange: range }];
      },
    }),
    vscode.languages.registerCompletionItemProvider(
      selector,
      {
        async provideCompletionItems(document, position, token) {
          const line = document.lineAt(position.line).text;
          const [, typed] = /"parser"\s*:\s*"([^"\\]*)$/.exec(line.slice(0, position.character)) ?? [];
          if (typed === undefined || document.uri.scheme === 'untitled') return undefined;
          const rest = /^[^"]*/.exec(line.slice(position.character))![0].length;
          const hash = typed.lastIndexOf('#');
          const start = position.translate(0, hash < 0 ? -typed.length : hash + 1 - typed.length);
          const range = new vscode.Range(start, position.translate(0, rest));
          const items =
            hash < 0
              ? [...(await filesNear(document.uri, token)), ...(await sourcesNear(document.uri))]
              : (await definitionsOf(document.uri, typed.slice(0, hash))).definitions.map(({ name, container }) => ({
                  label: name,
                  detail: container,
                }));
          return items.slice(0, maxOffered).map(({ label, detail }) => {
            const kind = hash < 0 ? vscode.CompletionItemKind.File : vscode.CompletionItemKind.Reference;
            const item = new vscode.CompletionItem(label, kind);
            item.range = range;
            item.insertText = JSON.stringify(label).slice(1, -1);
            if (detail !== undefined) item.detail = detail;
            return item;
          });
        },
      },
      '"',
      '#',
    ),
  );
}

/** The definition files of a conversation's workspace folder, as the conversation would name them. */
async function filesNear(uri: vscode.Uri, token: vscode.CancellationToken): Promise<readonly Offered[]> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) return [];
  const pattern = new vscode.RelativePattern(folder, '**/*.parser.json');
  const found = await vscode.workspace.findFiles(pattern, undefined, maxOffered, token);
  return found.map(each => ({ label: relativePath(uri.path, each.path) })).sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** A path as seen from the folder of a file, both with slashes. */
export function relativePath(file: string, target: string): string {
  const [from, to] = [file.split('/').slice(0, -1), target.split('/')];
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}
