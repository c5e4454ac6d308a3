import * as vscode from 'vscode';
import type { NamedPart } from '../../service/structureService.ts';
import { definitionDocuments } from '../definitions/definitionDocuments.ts';
import { isDefinitionDocument } from '../definitions/definitionStore.ts';
import type { Services } from '../services.ts';

/** The outline of a definition file: its definitions by name, below each its keys' parts that have a name, and its samples. */
export function registerDocumentSymbols({ engine }: Services): vscode.Disposable {
  return vscode.languages.registerDocumentSymbolProvider(
    definitionDocuments,
    {
      async provideDocumentSymbols(document, token) {
        if (!isDefinitionDocument(document)) return undefined;
        const parts = await engine.structure.namedParts(document.getText(), document.uri.toString());
        return token.isCancellationRequested ? undefined : tree(parts);
      },
    },
    { label: 'ParserLens' },
  );
}

/** Samples and tags below the definition before them, which they are part of. */
function tree(parts: readonly NamedPart[]): vscode.DocumentSymbol[] {
  const roots: vscode.DocumentSymbol[] = [];
  for (const part of parts) {
    const symbol = symbolOf(part);
    const parent = roots.at(-1);
    if (part.kind === 'definition' || !parent) roots.push(symbol);
    else {
      parent.children.push(symbol);
      parent.range = parent.range.union(symbol.range);
    }
  }
  return roots;
}

function symbolOf({ kind, name, container, start, end }: NamedPart): vscode.DocumentSymbol {
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const words = kind === 'definition' ? container : kind === 'tag' ? vscode.l10n.t('tag') : vscode.l10n.t('sample');
  const symbolKind =
    kind === 'definition'
      ? vscode.SymbolKind.Class
      : kind === 'tag'
        ? vscode.SymbolKind.Field
        : vscode.SymbolKind.Event;
  return new vscode.DocumentSymbol(name === '' ? '…' : name, words, symbolKind, range, range);
}
