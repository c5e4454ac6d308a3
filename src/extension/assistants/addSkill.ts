import * as vscode from 'vscode';
import type { Services } from '../services.ts';

/** Where assistants look for skills. */
const places = ['.agents/skills', '.claude/skills', '.github/skills'] as const;

/** Copies the skill into the workspace, for assistants that read it from there. A file that differs is only overwritten after a question. */
export async function addSkill({ context }: Services): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error(vscode.l10n.t('Open a folder first: the skill becomes a file in it.'));
  const place = await vscode.window.showQuickPick(
    places.map(label => ({ label, description: `${label}/parserlens/SKILL.md` })),
    { title: vscode.l10n.t('Add Skill to Workspace'), placeHolder: vscode.l10n.t('Where does your assistant look?') },
  );
  if (!place) return;
  const source = vscode.Uri.joinPath(context.extensionUri, 'skills', 'parserlens', 'SKILL.md');
  const target = vscode.Uri.joinPath(folder.uri, place.label, 'parserlens', 'SKILL.md');
  const text = await vscode.workspace.fs.readFile(source);
  if (await mayWrite(target, text)) await vscode.workspace.fs.writeFile(target, text);
  await vscode.window.showTextDocument(target, { preview: false });
}

async function mayWrite(target: vscode.Uri, text: Uint8Array): Promise<boolean> {
  const old = await vscode.workspace.fs.readFile(target).then(
    bytes => new TextDecoder().decode(bytes),
    () => undefined,
  );
  if (old === undefined) return true;
  if (old === new TextDecoder().decode(text)) return false;
  const overwrite = vscode.l10n.t('Overwrite');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('{0} is there already, and differs.', vscode.workspace.asRelativePath(target)),
    { modal: true },
    overwrite,
  );
  return answer === overwrite;
}
