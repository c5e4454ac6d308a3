import type * as vscode from 'vscode';

/** The documents that may hold definitions, for providers: files by their name, and untitled JSON texts. */
export const definitionDocuments: vscode.DocumentSelector = [
  { pattern: '**/*.parser.json' },
  { scheme: 'untitled', language: 'json' },
  { scheme: 'untitled', language: 'jsonc' },
];
