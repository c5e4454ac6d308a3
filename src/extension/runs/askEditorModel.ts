import * as vscode from 'vscode';
import type { RunsHost } from './runsApi.ts';

/** Asks one of VS Code's language models, and tells its text as it comes. Rejects with the model's error. */
export async function askEditorModel(
  id: string,
  messages: Parameters<RunsHost['askLanguageModel']>[2],
  token: vscode.CancellationToken,
  onText: (text: string) => void,
): Promise<string> {
  const [model] = await vscode.lm.selectChatModels({ id });
  if (!model) throw new Error(vscode.l10n.t('The model {0} is not there any more.', id));
  const sent = messages.map(({ role, text }) =>
    role === 'assistant' ? vscode.LanguageModelChatMessage.Assistant(text) : vscode.LanguageModelChatMessage.User(text),
  );
  const response = await model.sendRequest(sent, {}, token);
  const parts: string[] = [];
  for await (const text of response.text) {
    parts.push(text);
    onText(text);
  }
  return parts.join('');
}
