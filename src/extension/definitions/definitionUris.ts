import type * as vscode from 'vscode';
import { isEditable } from './isEditable.ts';

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
