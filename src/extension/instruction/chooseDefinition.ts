import * as vscode from 'vscode';
import type { KnownDefinition } from '../definitions/outlinedFiles.ts';
import type { Services } from '../services.ts';

/** Lets the user pick one of all definitions; `undefined` when they do not. */
export async function chooseDefinition({ definitions }: Services): Promise<KnownDefinition | undefined> {
  const near = vscode.window.activeTextEditor?.document.uri;
  const items = definitions.definitionsFor(near).then(all => {
    if (all.length === 0) throw new Error(vscode.l10n.t('There is no .parser.json file in this workspace.'));
    return all.map(definition => ({
      label: definition.name,
      description: definition.type,
      detail: [vscode.workspace.asRelativePath(definition.uri), definition.description].filter(Boolean).join(' · '),
      definition,
    }));
  });
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('Pick a definition'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.definition;
}
