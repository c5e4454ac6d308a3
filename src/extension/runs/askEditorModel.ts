import * as vscode from 'vscode';
import type { LanguageModelAnswer } from '../../providers/languageModel.ts';
import type { FailureKind } from '../../providers/modelFailure.ts';
import type { EditorModel, RunsHost } from './runsApi.ts';

/** A question to one of VS Code's language models. */
export interface EditorAsking {
  /** Ends the request, at the model's extension too. */
  readonly token: vscode.CancellationToken;
  /** The longest wait for more of the answer, in milliseconds. What VS Code asks the user before does not count. */
  readonly timeout: number;
  onText(text: string): void;
}

/** Asks one of VS Code's language models. Never rejects, and never waits for an extension that does not hear of `token`. */
export async function askEditorModel(
  { vendor, id, name }: EditorModel,
  messages: Parameters<RunsHost['askLanguageModel']>[3],
  { token, timeout, onText }: EditorAsking,
): Promise<LanguageModelAnswer> {
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  const ending = new vscode.CancellationTokenSource();
  let end = (_: LanguageModelAnswer) => {};
  const ended = new Promise<LanguageModelAnswer>(resolve => {
    end = answer => {
      ending.cancel();
      resolve(answer);
    };
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitOn = () => {
    clearTimeout(timer);
    const message = vscode.l10n.t('{0} sent nothing for {1} seconds.', name, Math.round(timeout / 1000));
    timer = setTimeout(() => end({ failure: 'timeout', message, ms: elapsed() }), timeout);
  };
  const cancel = () => end({ failure: 'cancelled', message: vscode.l10n.t('Cancelled.'), ms: elapsed() });
  const listening = token.onCancellationRequested(cancel);
  const ask = async (): Promise<LanguageModelAnswer> => {
    const [model] = await vscode.lm.selectChatModels({ vendor, id });
    if (!model) throw vscode.LanguageModelError.NotFound(vscode.l10n.t('There is no such model any more.'));
    const sent = messages.map(({ role, text }) =>
      role === 'assistant'
        ? vscode.LanguageModelChatMessage.Assistant(text)
        : vscode.LanguageModelChatMessage.User(text),
    );
    const justification = vscode.l10n.t('You run a definition or a conversation with this model.');
    const response = await model.sendRequest(sent, { justification }, ending.token);
    waitOn();
    const parts: string[] = [];
    for await (const text of response.text) {
      if (ending.token.isCancellationRequested) break;
      waitOn();
      parts.push(text);
      onText(text);
    }
    clearTimeout(timer);
    const text = parts.join('');
    const ms = elapsed();
    const usage = await usageOf(model, sent, text, ending.token);
    return { text, ms, ...(usage && { usage }) };
  };
  try {
    if (token.isCancellationRequested) cancel();
    else ask().then(end, error => end({ ...failureOf(error, name), ms: elapsed() }));
    return await ended;
  } finally {
    clearTimeout(timer);
    listening.dispose();
    ending.dispose();
  }
}

/** VS Code's own errors refuse; whatever else a model's extension throws is its failure to reach the model. */
function failureOf(error: unknown, name: string): { readonly failure: FailureKind; readonly message: string } {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof vscode.LanguageModelError)) return { failure: 'connection', message: `${name}: ${message}` };
  return { failure: 'refused', message: vscode.l10n.t('{0} refused ({1}): {2}', name, error.code, message) };
}

async function usageOf(
  model: vscode.LanguageModelChat,
  sent: readonly vscode.LanguageModelChatMessage[],
  text: string,
  token: vscode.CancellationToken,
): Promise<{ readonly input_tokens: number; readonly output_tokens: number } | undefined> {
  try {
    const counts = await Promise.all([...sent, text].map(each => model.countTokens(each, token)));
    const output = counts.pop() ?? 0;
    return { input_tokens: counts.reduce((sum, each) => sum + each, 0), output_tokens: output };
  } catch {
    return undefined;
  }
}
