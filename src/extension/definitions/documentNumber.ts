import type * as vscode from 'vscode';

const documentNumbers = new WeakMap<vscode.TextDocument, number>();
let lastNumber = 0;

/** Another number for each document: one that is opened again counts its versions from 1 again. */
export function documentNumber(document: vscode.TextDocument): number {
  const number = documentNumbers.get(document) ?? ++lastNumber;
  documentNumbers.set(document, number);
  return number;
}
