import * as vscode from 'vscode';
import type { NamedPart } from '../../service/structureService.ts';
import { nearestFirst } from '../definitions/nearestFirst.ts';
import type { Services } from '../services.ts';
import { isSourceUri } from '../sources/sourceDocuments.ts';

/** The most symbols of one answer. */
const maxSymbols = 500;

/** Go to Symbol in Workspace: definitions and samples by their names, in every definition file that ParserLens knows. */
export function registerWorkspaceSymbols({ definitions, engine, log }: Services): vscode.Disposable {
  const kept = new Map<string, { readonly version: string; readonly parts: Promise<readonly NamedPart[]> }>();

  const partsOf = async (uri: vscode.Uri): Promise<readonly NamedPart[]> => {
    // Its text is enough: the definitions themselves need not be read.
    const source = await definitions.source(uri);
    const key = uri.toString();
    if (!source || source.tooLarge !== undefined) {
      kept.delete(key);
      return [];
    }
    const before = kept.get(key);
    if (before?.version === source.version) return before.parts;
    const parts = engine.structure.namedParts(source.text, key);
    kept.set(key, { version: source.version, parts });
    parts.catch(error => {
      log.error(error);
      kept.delete(key);
    });
    return parts;
  };

  return vscode.languages.registerWorkspaceSymbolProvider({
    async provideWorkspaceSymbols(query, token) {
      // Those of a source are symbols of its language.
      const places = (await definitions.uris(token)).flatMap(uri => (isSourceUri(uri) ? [] : { uri }));
      const symbols: vscode.SymbolInformation[] = [];
      for (const { uri } of nearestFirst(places, vscode.window.activeTextEditor?.document.uri)) {
        const parts = await partsOf(uri);
        if (token.isCancellationRequested) return undefined;
        for (const part of parts) {
          if (!matches(query, part.name)) continue;
          symbols.push(symbolOf(uri, part));
          if (symbols.length >= maxSymbols) return symbols;
        }
      }
      return symbols;
    },
  });
}

/** Whether a name has the letters of a query in their order: what VS Code's own scoring can find. */
function matches(query: string, name: string): boolean {
  const text = name.toLowerCase();
  let from = 0;
  for (const letter of query.toLowerCase().replace(/\s/g, '')) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

function symbolOf(uri: vscode.Uri, { kind, name, container, start, end }: NamedPart): vscode.SymbolInformation {
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const symbolKind = kind === 'definition' ? vscode.SymbolKind.Class : vscode.SymbolKind.Event;
  return new vscode.SymbolInformation(name, symbolKind, container, new vscode.Location(uri, range));
}
