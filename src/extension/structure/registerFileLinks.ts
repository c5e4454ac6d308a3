import * as vscode from 'vscode';
import { toRange } from '../convert.ts';
import type { Services } from '../services.ts';
import { definitionSelector, referencesIn } from './references.ts';

/** Links from a definition to the files that it names. */
export function registerFileLinks(services: Services): vscode.Disposable {
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
