import * as vscode from 'vscode';
import type { FileReference } from '../../service/structureService.ts';
import { toRange } from '../convert.ts';
import { isDefinitionUri } from '../definitions/definitionUris.ts';
import { sampleFileUri } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';

/** Definition files, for providers. */
export const definitionSelector: vscode.DocumentSelector = { pattern: '**/*.parser.json' };

/** A file that an open definition file names, with its address. */
export interface LocatedReference extends FileReference {
  readonly uri: vscode.Uri;
}

/** The files that a document names as it stands, or will at `typedAt`; none for one that has no place of its own. */
export async function referencesIn(
  { engine }: Services,
  document: vscode.TextDocument,
  typedAt?: number,
): Promise<readonly LocatedReference[]> {
  const { uri } = document;
  if (!isDefinitionUri(uri) || uri.scheme === 'untitled') return [];
  const { version } = document;
  const references = await engine.structure.fileReferences(document.getText(), uri.toString(), typedAt);
  if (document.isClosed || document.version !== version) return [];
  return references.map(reference => ({ ...reference, uri: sampleFileUri(uri, reference.path) }));
}

/** Says of the parser that a definition names in a Python module which kind was found, how, and which Python runs it. */
export function registerPythonHovers({ engine }: Services): vscode.Disposable {
  return vscode.languages.registerHoverProvider(definitionSelector, {
    async provideHover(document, position, token) {
      // In Restricted Mode nothing is started that could tell.
      if (!vscode.workspace.isTrusted || document.uri.scheme === 'untitled') return undefined;
      const offset = document.offsetAt(position);
      const found = await engine.instruction.moduleAbout(document.getText(), document.uri.toString(), offset);
      if (!found || token.isCancellationRequested) return undefined;
      const { kind, how, python, interpreter } = found.about;
      const text = new vscode.MarkdownString();
      text.appendText(vscode.l10n.t('Read as: {0} ({1})', kind, how));
      text.appendMarkdown('\n\n').appendText(vscode.l10n.t('Runs in Python {0}, {1}', python, interpreter));
      return new vscode.Hover(text, toRange(document, found.span));
    },
  });
}
