import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import { baseName, isDefinitionDocument } from '../definitions/definitionStore.ts';
import { chooseDefinition } from '../preview/chooseDefinition.ts';
import type { Services } from '../services.ts';

/** The walkthrough, and a response to try a definition with. */
export function registerGettingStarted(services: Services): vscode.Disposable {
  const { context, definitions, engine, log, milestones } = services;
  /** The definition at a menu's row, that of the active editor, else one that is picked. */
  const target = async (place: unknown): Promise<{ readonly uri: vscode.Uri; readonly name?: string } | undefined> => {
    if (typeof place === 'object' && place !== null && 'uri' in place && place.uri instanceof vscode.Uri)
      return { uri: place.uri, ...('name' in place && typeof place.name === 'string' && { name: place.name }) };
    const shown = vscode.window.visibleTextEditors.find(({ document }) => isDefinitionDocument(document));
    const active = vscode.window.activeTextEditor ?? shown;
    if (active && isDefinitionDocument(active.document)) return { uri: active.document.uri };
    return chooseDefinition(services);
  };
  return vscode.Disposable.from(
    registerCommand(log, 'openWalkthrough', () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`, false),
    ),
    registerCommand(log, 'openExampleResponse', async (place?: unknown) => {
      const found = await target(place);
      const file = found && (await definitions.file(found.uri));
      if (!found || !file) return;
      const example = await engine.starters.exampleResponse(file.text, file.fileName, found.name);
      if (!example) throw new Error(vscode.l10n.t('There is no definition in {0}.', baseName(found.uri)));
      if (example.response === undefined)
        throw new Error(
          vscode.l10n.t('{0} does not show what an answer looks like. Paste one into a new file.', example.name),
        );
      const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: example.response });
      // Beside the preview, not over it.
      const { activeTextEditor } = vscode.window;
      const viewColumn = activeTextEditor?.viewColumn ?? vscode.ViewColumn.One;
      await vscode.window.showTextDocument(document, { viewColumn, preview: false });
      milestones.reach('response');
    }),
  );
}
