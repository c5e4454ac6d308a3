// @ts-check
// A provider of language models for VS Code, which answers as a test tells it.
const vscode = require('vscode');

/**
 * What the tests of test/host reach as this extension's exports.
 * @typedef {object} ScriptedModels
 * @property {string} logs the folder of this extension's logs; our own extension's is beside it
 * @property {string} storage the folder of this extension's files; our own extension's is beside it
 * @property {boolean} isOffered whether this VS Code lets extensions provide language models
 * @property {{ messages: { role: number, text: string }[], token: import('vscode').CancellationToken }[]} asked
 * @property {(say: (text: string) => void, request: ScriptedModels['asked'][number]) => Promise<void>} answer
 */

/** Whatever this VS Code knows of language models; the types are those of the oldest, which lets nobody provide any. */
const lm = /** @type {any} */ (vscode.lm);
const { LanguageModelTextPart } = /** @type {any} */ (vscode);

const model = {
  id: 'parrot',
  name: 'Parrot',
  family: 'birds',
  version: '1',
  maxInputTokens: 10_000,
  maxOutputTokens: 1_000,
  capabilities: {},
};

/** @type {(content: unknown) => string} */
const textOf = content =>
  typeof content === 'string'
    ? content
    : [content]
        .flat()
        .map(part => /** @type {any} */ (part)?.value ?? '')
        .join('');

exports.activate = (/** @type {import('vscode').ExtensionContext} */ context) => {
  /** @type {ScriptedModels} */
  const scripted = {
    logs: context.logUri.fsPath,
    storage: context.globalStorageUri.fsPath,
    isOffered: typeof lm.registerLanguageModelChatProvider === 'function',
    asked: [],
    answer: async () => {},
  };
  if (scripted.isOffered)
    context.subscriptions.push(
      lm.registerLanguageModelChatProvider('scripted', {
        provideLanguageModelChatInformation: async () => [model],
        provideLanguageModelChatResponse: async (
          /** @type {unknown} */ _model,
          /** @type {{ role: number, content: unknown }[]} */ messages,
          /** @type {unknown} */ _options,
          /** @type {import('vscode').Progress<unknown>} */ progress,
          /** @type {import('vscode').CancellationToken} */ token,
        ) => {
          const request = { messages: messages.map(({ role, content }) => ({ role, text: textOf(content) })), token };
          scripted.asked.push(request);
          await scripted.answer(text => progress.report(new LanguageModelTextPart(text)), request);
        },
        // A token for every word.
        provideTokenCount: async (/** @type {unknown} */ _model, /** @type {any} */ said) =>
          textOf(said?.content ?? said)
            .split(/\s+/)
            .filter(Boolean).length,
      }),
    );
  return scripted;
};
