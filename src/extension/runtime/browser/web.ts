import type { ExtensionContext } from 'vscode';
import { start } from '../../main.ts';
import { webRuntime } from './webRuntime.ts';

/** The extension's entry in a VS Code that runs in a browser. */
export function activate(context: ExtensionContext): void {
  start(context, webRuntime(context.extensionUri));
}
