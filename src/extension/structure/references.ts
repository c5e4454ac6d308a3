import type * as vscode from 'vscode';
import type { FileReference } from '../../service/structureService.ts';
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
