import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import type { Services } from '../services.ts';

/** Opens what a first look is meant to begin with, a definition with its preview, in a window that has nothing open. */
export async function openFirst({ runtime, log }: Services): Promise<void> {
  const { firstFile } = runtime;
  if (firstFile === undefined || vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) return;
  try {
    const uri = vscode.Uri.file(firstFile);
    // The window may show another folder than the one that it was started for.
    if (!vscode.workspace.getWorkspaceFolder(uri)) return;
    await vscode.window.showTextDocument(uri, { preview: false });
    await vscode.commands.executeCommand(`${prefix}.previewInstruction`, uri);
  } catch (error) {
    log.warn(String(error));
  }
}
