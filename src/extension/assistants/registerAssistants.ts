import * as vscode from 'vscode';
import { prefix, registerCommand } from '../commands.ts';
import { loadPanels } from '../later/laterFeature.ts';
import type { Services } from '../services.ts';
import { onSettingChange } from '../settings.ts';
import { serverArguments } from './serverArguments.ts';

/** What coding assistants get from the editor: the server with all tools, and the skill. */
export function registerAssistants(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerAssistServers(services),
    registerCommand(services.log, 'addSkill', async () => (await loadPanels()).addSkill(services)),
  );
}

/** What VS Code 1.101 and newer have beside the types that we build with. */
interface ServerApi {
  readonly McpStdioServerDefinition?: new (
    label: string,
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    version: string,
  ) => object;
  readonly lm?: {
    registerMcpServerDefinitionProvider?(
      id: string,
      provider: {
        readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
        provideMcpServerDefinitions(): readonly object[];
      },
    ): vscode.Disposable;
  };
}

/** The id of our provider, as package.json has it. */
const providerId = `${prefix}.assistants`;

/**
 * Offers assistants the server of the command line, one for each folder of the workspace, started with the editor's own
 * Node. Modules run in it only where the workspace is trusted. Nothing in a VS Code that has no such servers, or no Node.
 */
function registerAssistServers({ context, runtime: { nodePath } }: Services): vscode.Disposable {
  // Each by its name: the bundle has nothing else of vscode.
  const McpStdioServerDefinition = (vscode as unknown as ServerApi).McpStdioServerDefinition;
  const lm = (vscode as unknown as ServerApi).lm;
  if (nodePath === undefined || !McpStdioServerDefinition || !lm?.registerMcpServerDefinitionProvider)
    return new vscode.Disposable(() => {});
  const changed = new vscode.EventEmitter<void>();
  const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'cli.js').fsPath;
  const version = String(context.extension.packageJSON.version);
  const provider = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () =>
      serverArguments().map(
        ({ label, args }) =>
          // In the desktop's own process, this is what makes Electron a Node.
          new McpStdioServerDefinition(label, nodePath, [script, ...args], { ELECTRON_RUN_AS_NODE: '1' }, version),
      ),
  };
  const register = lm.registerMcpServerDefinitionProvider;
  return vscode.Disposable.from(
    changed,
    whereKnown(() => register.call(lm, providerId, provider)),
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    onSettingChange(['assistants.enabled'], () => changed.fire()),
  );
}

/** VS Code 1.100 has the call already, but wants the provider under another name in package.json, and raises. */
function whereKnown(register: () => vscode.Disposable): vscode.Disposable {
  try {
    return register();
  } catch {
    return new vscode.Disposable(() => {});
  }
}
