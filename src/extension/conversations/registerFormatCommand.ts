import * as vscode from 'vscode';
import { maxNamedFile } from '../../portable/maxNamedFile.ts';
import type { ConversationChoice } from '../../protocol/conversationProtocol.ts';
import type { ConversationOutline, FormatAnswer } from '../../service/conversationsService.ts';
import { cancelFlag } from '../cancelFlag.ts';
import { prefix, registerCommand } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { getSetting } from '../settings.ts';
import { tooLargeMessage } from '../structure/namedFile.ts';
import { countText, exactness } from '../tokens/tokenizers.ts';
import { withProgress } from '../withProgress.ts';
import type { NamedDefinition } from './conversationDefinition.ts';
import type { PanelServices } from './conversationPanel.ts';
import { isConversationUri } from './isConversationUri.ts';
import { pickFormatter, pickTokenCounter } from './pickChoices.ts';

/** A text that is to be formatted, and where it comes from. */
interface Source {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly fileName: string;
}

/** *Format Messages and Count Tokens…*: a file, an editor's text or its selection as a payload in a document, and its count as a message. */
export function registerFormatCommand(services: PanelServices): vscode.Disposable {
  const { log, engine, remembered, payloads, store } = services;
  let last = 0;

  const run = async (clicked?: unknown, options?: unknown) => {
    const source = await findSource(clicked);
    // Each text that is formatted has a place of its own in the worker until its document is closed.
    const id = `${source.uri.toString()}#${++last}`;
    const { outline, fileName } = await read(services, id, source);
    if (outline.count === undefined) throw new Error(noMessages(source, outline));
    const choice = await choose(source.uri, outline, options);
    if (!choice) return void engine.conversations.closeConversation(id);
    const answer = await format(id, source.uri, choice, await store.definition(source.uri, outline));
    if (!answer) return;
    const { error, blockedHosts } = answer.main;
    if (error && blockedHosts.length > 0) return askForHost(source.uri, blockedHosts[0]!, clicked, choice);
    if (error) throw new Error(`${error.class}: ${error.message}${releaseWords(answer.main)}`);
    await payloads.show(id, fileName);
    tell(services, source, answer, outline.count);
  };

  const choose = async (uri: vscode.Uri, { file }: ConversationOutline, options: unknown) => {
    const preset = givenChoice(options);
    const before = remembered.of(uri);
    const title = vscode.l10n.t('Format Messages');
    const formatter = preset.formatter ?? file.formatter ?? (await pickFormatter(engine, before.formatter, title));
    if (formatter === undefined) return undefined;
    const counter = preset.counter ?? (file.counter ? undefined : await pickTokenCounter(engine, before.counter, uri));
    if (counter === undefined && !file.counter) return undefined;
    const picked = {
      ...(file.formatter === undefined && { formatter }),
      ...(counter !== undefined && { counter }),
    };
    if (Object.keys(picked).length > 0) await remembered.remember(uri, picked);
    return {
      formatter,
      ...(counter !== undefined && { counter }),
      ...(preset.agentscopeVersion !== undefined && { agentscopeVersion: preset.agentscopeVersion }),
      ...('maxTokens' in preset && { maxTokens: preset.maxTokens }),
    };
  };

  const format = async (id: string, uri: vscode.Uri, choice: ConversationChoice, definition: NamedDefinition) => {
    const cancel = cancelFlag();
    const running = engine.conversations.formatConversation(id, {
      ...choice,
      ...store.folderOf(uri),
      ...definition,
      usualRelease: getSetting('conversations.agentscopeVersion', uri),
      allowedHosts: store.allowedHosts(uri),
      cancel,
    });
    const title = vscode.l10n.t('Formatting and counting');
    return withProgress(title, running, () => Atomics.store(cancel, 0, 1));
  };

  const askForHost = async (uri: vscode.Uri, host: string, clicked: unknown, choice: ConversationChoice) => {
    if (await store.askForHost(uri, host)) await run(clicked, choice);
  };

  return registerCommand(log, 'formatMessages', run);
}

/** The release whose formatter raises, behind its error. */
function releaseWords({ agentscopeVersion }: FormatAnswer['main']): string {
  return agentscopeVersion === undefined ? '' : ` (AgentScope ${agentscopeVersion})`;
}

async function findSource(clicked: unknown): Promise<Source> {
  const editor = vscode.window.activeTextEditor;
  if (clicked instanceof vscode.Uri && clicked.toString() !== editor?.document.uri.toString()) {
    const { size } = await vscode.workspace.fs.stat(clicked);
    if (size > maxNamedFile) throw new Error(tooLargeMessage(baseName(clicked)));
    return sourceOf(await vscode.workspace.openTextDocument(clicked));
  }
  if (!editor) throw new Error(vscode.l10n.t('Open or select the messages to format.'));
  return sourceOf(editor.document, editor.selection);
}

function sourceOf(document: vscode.TextDocument, selection?: vscode.Selection): Source {
  const text = document.getText(selection?.isEmpty === false ? selection : undefined);
  return { uri: document.uri, text, fileName: baseName(document.uri) };
}

/** Reads a text as what its file's name says; any other text as a list of messages, else as one message a line. */
async function read({ engine }: PanelServices, id: string, { uri, text, fileName }: Source) {
  const isLines = isConversationUri(uri) && fileName.endsWith('l');
  // Modules are relative to the text's own address.
  const address = uri.toString().replace(/\.jsonl?$/, '');
  const names = (isLines ? ['.jsonl', '.json'] : ['.json', '.jsonl']).map(ending => `${address}${ending}`);
  let first: ConversationOutline | undefined;
  for (const name of names) {
    const outline = await engine.conversations.readConversation(id, text, name);
    first ??= outline;
    if (outline.count) return { outline, fileName };
  }
  return { outline: { problems: first!.problems, file: {} }, fileName };
}

function noMessages({ fileName }: Source, { problems }: ConversationOutline): string {
  const [problem] = problems;
  const why = vscode.l10n.t('{0} does not contain a list of messages.', fileName);
  return problem ? `${why} ${problem.message}` : why;
}

/** What a keybinding may give: `"args": [null, { "agentscopeVersion", "formatter", "counter", "maxTokens", "truncation" }]`. Menus give other things. */
function givenChoice(options: unknown): ConversationChoice {
  if (typeof options !== 'object' || options === null) return {};
  const { agentscopeVersion, formatter, counter, maxTokens, truncation } = options as Record<string, unknown>;
  return {
    ...(typeof agentscopeVersion === 'string' && { agentscopeVersion }),
    ...(typeof formatter === 'string' && { formatter }),
    ...(typeof counter === 'string' && { counter }),
    ...(typeof truncation === 'string' && { truncation }),
    ...((typeof maxTokens === 'number' || maxTokens === null) && { maxTokens }),
  };
}

function tell({ log }: PanelServices, { uri, fileName }: Source, { main }: FormatAnswer, count: number): void {
  const sum = main.tokens === undefined ? undefined : countText(main.tokens, main.exact);
  const counted =
    sum &&
    vscode.l10n.t('{0} has {1} ({2}, {3}).', fileName, sum, main.basis ?? '', exactness(main.exact, main.formula));
  const dropped =
    main.dropped > 0
      ? vscode.l10n.t('{0} of {1} messages were dropped.', main.dropped, count + main.examples)
      : undefined;
  const message = [counted ?? vscode.l10n.t('{0} was formatted.', fileName), dropped].filter(Boolean).join(' ');
  log.info(message);
  const preview = vscode.l10n.t('Preview');
  const buttons = isConversationUri(uri) ? [preview] : [];
  void vscode.window.showInformationMessage(message, ...buttons).then(clicked => {
    if (clicked === preview) void vscode.commands.executeCommand(`${prefix}.previewConversation`, uri);
  });
}
