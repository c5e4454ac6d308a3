import * as vscode from 'vscode';
import { exists } from '../structure/exists.ts';
import { readWhole } from '../structure/readWhole.ts';

/** Adds lines to a log of any file system, or begins it. Rejects with a message for the user where it cannot be written. */
export async function appendToLog(uri: vscode.Uri, lines: string): Promise<void> {
  const before = (await exists(uri)) ? await readWhole(uri) : undefined;
  const isCutOff = before !== undefined && before.length > 0 && before.at(-1) !== 0x0a;
  const added = new TextEncoder().encode(`${isCutOff ? '\n' : ''}${lines}`);
  // A line that a crash cut off stays as it is: what comes next begins a line of its own.
  if (before !== undefined && added.length === 0) return;
  const whole = new Uint8Array((before?.length ?? 0) + added.length);
  if (before) whole.set(before);
  whole.set(added, before?.length ?? 0);
  try {
    await vscode.workspace.fs.writeFile(uri, whole);
  } catch {
    throw new Error(vscode.l10n.t('{0} cannot be written.', vscode.workspace.asRelativePath(uri)));
  }
}
