import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import type { EngineThreads } from '../engineThreads.ts';
import { getSetting } from '../settings.ts';
import type { RunModel } from './runsApi.ts';

interface ModelItem extends vscode.QuickPickItem {
  readonly model?: RunModel;
  readonly adds?: true;
}

/**
 * The models that the user picks: of VS Code's, and of the addresses in `parserlens.models`, which is a setting of the user
 * alone; a new address is added to it. `undefined`: none.
 */
export async function pickModels(engine: EngineThreads, several: boolean): Promise<readonly RunModel[] | undefined> {
  for (;;) {
    const items = await modelItems();
    const options = {
      title: several ? vscode.l10n.t('Run Many Times') : vscode.l10n.t('Run with Model'),
      placeHolder: several ? vscode.l10n.t('Which models are asked?') : vscode.l10n.t('Which model is asked?'),
      matchOnDescription: true,
    };
    const picked = several
      ? await vscode.window.showQuickPick(items, { ...options, canPickMany: true as const })
      : await vscode.window.showQuickPick(items, options).then(item => item && [item]);
    if (!picked || picked.length === 0) return undefined;
    if (!picked.some(({ adds }) => adds)) return picked.flatMap(({ model }) => model ?? []);
    const added = await addAddress(engine);
    if (added === undefined) return undefined;
    const model: RunModel = { kind: 'address', address: added };
    if (!several) return [model];
  }
}

async function modelItems(): Promise<readonly ModelItem[]> {
  const addresses = getSetting('models').map((address): ModelItem => {
    const hash = address.indexOf('#');
    return {
      label: hash < 0 ? address : address.slice(hash + 1),
      description: hash < 0 ? '' : address.slice(0, hash),
      model: { kind: 'address', address },
    };
  });
  const editor = (await editorModels()).map(
    ({ id, name, vendor }): ModelItem => ({
      label: name,
      description: vscode.l10n.t('VS Code · {0}', vendor),
      model: { kind: 'editor', vendor, id, name },
    }),
  );
  return [
    ...addresses,
    ...editor,
    {
      label: `$(add) ${vscode.l10n.t('Add an Address…')}`,
      detail: vscode.l10n.t('Ollama, vLLM, LM Studio, llama.cpp, OpenAI, DeepSeek, Anthropic, Gemini'),
      adds: true,
    },
  ];
}

/** VS Code's own models; none where it has none to offer. */
async function editorModels(): Promise<readonly vscode.LanguageModelChat[]> {
  try {
    return (await vscode.lm?.selectChatModels?.()) ?? [];
  } catch {
    return [];
  }
}

async function addAddress(engine: EngineThreads): Promise<string | undefined> {
  const address = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add an Address'),
    prompt: vscode.l10n.t('The address of a server, a # and the model’s name. Nothing is sent yet.'),
    placeHolder: 'http://127.0.0.1:11434/v1#llama3',
    ignoreFocusOut: true,
    validateInput: text => engine.runs.addressProblem(text.trim()),
  });
  const written = address?.trim();
  if (!written) return undefined;
  const before = getSetting('models').filter(each => each !== written);
  const configuration = vscode.workspace.getConfiguration(prefix);
  await configuration.update('models', [...before, written], vscode.ConfigurationTarget.Global);
  return written;
}
