import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import { loadPanels } from '../later/loadPanels.ts';
import type { Services } from '../services.ts';
import { registerAssistServers } from './registerAssistServers.ts';

/** What coding assistants get from the editor: the server with all tools, and the skill. */
export function registerAssistants(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerAssistServers(services),
    registerCommand(services.log, 'addSkill', async () => (await loadPanels()).addSkill(services)),
  );
}
