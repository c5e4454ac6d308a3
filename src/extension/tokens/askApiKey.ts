import * as vscode from 'vscode';

/** Asks for the API key of a host; `undefined`: the user types none and wants to stop. */
export async function askApiKey(host: string, prompt: string): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('API Key for {0}', host),
    prompt,
    password: true,
    ignoreFocusOut: true,
    validateInput: text => (/^[\x21-\x7e]*$/.test(text.trim()) ? undefined : vscode.l10n.t('This is not an API key.')),
  });
  return typed?.trim();
}
