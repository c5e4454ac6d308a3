import * as vscode from 'vscode';

/** The address that a command was called on, which a lens or a page writes as a text; `undefined`: none. */
export function clickedUri(place: unknown): vscode.Uri | undefined {
  const uri = typeof place === 'string' ? vscode.Uri.parse(place) : place;
  return uri instanceof vscode.Uri ? uri : undefined;
}

/** The last part of a path. */
export function baseName(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

/** True for a file or document that holds definitions by its name. */
export function isDefinitionUri(uri: vscode.Uri): boolean {
  return uri.path.endsWith('.parser.json') && isEditable(uri);
}

/** True for a model's configuration: its response template is a definition, which is not ours to write samples into. */
export function isModelUri(uri: vscode.Uri): boolean {
  return uri.path.endsWith('/tokenizer_config.json') && isEditable(uri);
}

/** True for an open document that may hold definitions: named so, or an untitled JSON text. */
export function isDefinitionDocument(document: vscode.TextDocument): boolean {
  return isDefinitionUri(document.uri) || (document.isUntitled && /^jsonc?$/.test(document.languageId));
}

/** Whether an address is of a file or a document: the two sides of a comparison and other views of a file have schemes of their own and are not files to us. */
export function isEditable({ scheme }: vscode.Uri): boolean {
  if (scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(scheme)) return true;
  return (vscode.workspace.workspaceFolders ?? []).some(folder => folder.uri.scheme === scheme);
}

/** The documents that may hold definitions, for providers: files by their name, and untitled JSON texts. */
export const definitionDocuments: vscode.DocumentSelector = [
  { pattern: '**/*.parser.json' },
  { scheme: 'untitled', language: 'json' },
  { scheme: 'untitled', language: 'jsonc' },
];
