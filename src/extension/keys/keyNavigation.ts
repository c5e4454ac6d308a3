import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import { toRange } from '../convert.ts';
import type { Services } from '../services.ts';
import { keyAt } from './keyAt.ts';

/** Leads from a key's name to where the definition says that the key exists, and to all places that name it. */
export function keyNavigation(
  services: Services,
): vscode.DefinitionProvider & vscode.ReferenceProvider & vscode.DocumentHighlightProvider {
  return {
    async provideDefinition(document, position, token) {
      const key = await keyAt(services, document, position, token);
      if (!key) return undefined;
      const originSelectionRange = toRange(document, key.span);
      return key.declarations.slice(0, 1).map(span => ({
        originSelectionRange,
        targetUri: document.uri,
        targetRange: toRange(document, span),
      }));
    },
    async provideReferences(document, position, { includeDeclaration }, token) {
      const key = await keyAt(services, document, position, token);
      if (!key) return undefined;
      const spans = includeDeclaration ? [...key.declarations, ...key.references] : key.references;
      return spans.map(span => new vscode.Location(document.uri, toRange(document, span)));
    },
    async provideDocumentHighlights(document, position, token) {
      const key = await keyAt(services, document, position, token);
      if (!key) return undefined;
      const highlight = (kind: vscode.DocumentHighlightKind) => (span: Span) =>
        new vscode.DocumentHighlight(toRange(document, span), kind);
      return [
        ...key.declarations.map(highlight(vscode.DocumentHighlightKind.Write)),
        ...key.references.map(highlight(vscode.DocumentHighlightKind.Read)),
      ];
    },
  };
}
