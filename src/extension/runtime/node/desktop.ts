// src/extension/runtime/node/: the editor’s half of what only Node has; its other half is `browser/`.

import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import { start } from '../../main.ts';
import { EditorPython } from './editorPython.ts';
import { nodeRuntime } from './nodeRuntime.ts';

/** The extension's entry in a VS Code that runs on Node. */
export function activate(context: ExtensionContext): void {
  const python = new EditorPython();
  context.subscriptions.push(python);
  start(context, nodeRuntime(join(context.globalStorageUri.fsPath, 'code'), python));
}
