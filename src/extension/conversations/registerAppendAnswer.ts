import * as vscode from 'vscode';
import type { AnswerRequest, AnswerSource } from '../../service/conversationAnswers.ts';
import type { ConversationOutline } from '../../service/conversationsService.ts';
import { prefix, registerCommand } from '../commands.ts';
import { toRange, toSpan, toTextEdit } from '../convert.ts';
import { DefinitionPicker } from '../responses/definitionPicker.ts';
import { selectedResponse } from '../responses/responseReader.ts';
import { sampleFileUri } from '../samples/sampleFiles.ts';
import { answerRequest } from './answerLenses.ts';
import type { PanelServices } from './conversationPanel.ts';
import { relativePath } from './registerParserReferences.ts';

const selector: vscode.DocumentSelector = { pattern: '**/*.messages.{json,jsonl}' };
/** Of a kind of our own: VS Code lists it under *More Actions…*. */
const kind = vscode.CodeActionKind.Empty.append(prefix);
const maxPlaces = 1_000_000;

/** What a caller of *Append Parsed Answer* gives beside the conversation: the message, or the answer, and a parser's name where the conversation has none. */
interface AppendOptions {
  readonly index?: number;
  readonly text?: string;
  readonly parser?: string;
}

/**
 * *Append Parsed Answer*: reads the selected answer, one from the clipboard, or the last of the conversation, and adds
 * the message as the agent would remember it, as an edit that can be undone. And the command of the answers' lenses,
 * which parses one in place.
 */
export function registerAppendAnswer(
  services: PanelServices,
  target: (uri: unknown) => vscode.Uri | undefined,
): vscode.Disposable {
  const { engine, log, store, definitions } = services;
  const picker = new DefinitionPicker(services);

  const append = async (clicked?: unknown, argument?: unknown) => {
    const uri = target(clicked);
    if (!uri) throw new Error(vscode.l10n.t('Open a .messages.json or .messages.jsonl file to add an answer to it.'));
    const document = await vscode.workspace.openTextDocument(uri);
    const { version } = document;
    const options = optionsOf(argument);
    // Read apart from what lenses and preview show, which may be of an older text.
    const id = `append:${uri}`;
    try {
      const outline = await engine.conversations.readConversation(id, document.getText(), uri.toString());
      if (outline.count === undefined) throw new Error(vscode.l10n.t('This file holds no conversation.'));
      const places = await engine.conversations.answerPlaces(id, maxPlaces);
      const source = await sourceFor(document, options, places.at(-1)?.index);
      if (!source) return;
      const request = await requestFor(uri, outline, source, options);
      if (!request) return;
      const appended = await engine.conversations.appendedAnswer(id, source, request);
      if (!appended) throw new Error(vscode.l10n.t('There is no answer to read in this message.'));
      if ('error' in appended) {
        const { class: name, message } = appended.error;
        if (name === 'ModuleNotTrusted') throw new Error(vscode.l10n.t('not run: this workspace is not trusted'));
        throw new Error(vscode.l10n.t('Nothing is remembered of this answer: {0}', `${name}: ${message}`));
      }
      if (document.version !== version) throw new Error(vscode.l10n.t('The conversation changed meanwhile.'));
      const edit = new vscode.WorkspaceEdit();
      edit.set(
        uri,
        appended.edits.map(each => toTextEdit(document, each)),
      );
      if (await vscode.workspace.applyEdit(edit)) reveal(document);
    } finally {
      void engine.conversations.closeConversation(id);
    }
  };

  /** The parser that the conversation names; for one that names none, that of the call, or the one that the user picks. */
  const requestFor = async (
    uri: vscode.Uri,
    outline: ConversationOutline,
    source: AnswerSource,
    { parser }: AppendOptions,
  ): Promise<AnswerRequest | undefined> => {
    if (outline.file.parser && parser === undefined) return answerRequest(store, uri, outline);
    const responses = 'selected' in source ? [source.selected] : [];
    const picked = parser === undefined ? await picker.pick(uri, responses) : await picker.named(uri, parser);
    if (!picked) return undefined;
    if (!('uri' in picked))
      throw new Error(vscode.l10n.t('Choose a definition that there is: a draft has not been looked at yet.'));
    const definition = await definitions.get(picked.uri, picked.name);
    if (!definition) throw new Error(vscode.l10n.t('The definition {0} cannot be read.', picked.name));
    return {
      ...store.folderOf(uri),
      allowedHosts: [],
      definitionText: definition.text,
      parser: `${relativePath(uri.path, picked.uri.path)}#${picked.name}`,
    };
  };

  const parse = async (uri: vscode.Uri, index: number, name?: string) => {
    const state = store.get(uri);
    const file = state?.outline.file.parser?.file;
    if (!state || file === undefined || state.version !== state.document.version) return;
    const span = await engine.conversations.answerText(uri.toString(), index);
    if (!span || name === undefined) return vscode.commands.executeCommand(`${prefix}.previewConversation`, uri);
    const range = toRange(state.document, span);
    await vscode.window.showTextDocument(state.document, { selection: range });
    const definition = sampleFileUri(uri, file).toString();
    return vscode.commands.executeCommand(`${prefix}.parseSelection`, { parser: name, definition });
  };

  return vscode.Disposable.from(
    registerCommand(log, 'appendAnswer', append),
    registerCommand(log, 'parseAnswer', parse),
    vscode.languages.registerCodeActionsProvider(
      selector,
      {
        async provideCodeActions({ uri, version }, range, { only }) {
          const state = store.get(uri);
          if ((only && !only.contains(kind)) || state?.version !== version) return undefined;
          const isNamed = state.outline.file.parser !== undefined || uri.path.endsWith('.jsonl');
          if (state.outline.count === undefined || !isNamed) return undefined;
          const places = await engine.conversations.answerPlaces(uri.toString(), maxPlaces);
          const offset = state.document.offsetAt(range.start);
          const place = places.find(({ span }) => span.start <= offset && offset <= span.end);
          if (!place && range.isEmpty) return undefined;
          const action = new vscode.CodeAction(vscode.l10n.t('Append Parsed Answer'), kind);
          const args = range.isEmpty && place ? [uri, { index: place.index }] : [uri];
          action.command = { title: action.title, command: `${prefix}.appendAnswer`, arguments: args };
          return [action];
        },
      },
      { providedCodeActionKinds: [kind] },
    ),
  );
}

/** What is to be read: what the caller gives, else the selection, else what a user picks. */
async function sourceFor(
  document: vscode.TextDocument,
  { index, text }: AppendOptions,
  last: number | undefined,
): Promise<AnswerSource | undefined> {
  if (index !== undefined) return { index };
  if (text !== undefined) return { selected: { text } };
  const editor = vscode.window.activeTextEditor;
  if (editor && !editor.selection.isEmpty && editor.document.uri.toString() === document.uri.toString())
    return { selected: selectedResponse(editor.document, toSpan(editor.document, editor.selection)) };
  const pasted = await vscode.env.clipboard.readText();
  const isPasted = pasted.trim() !== '';
  if (last === undefined && !isPasted)
    throw new Error(vscode.l10n.t('Select an answer, copy one, or end the conversation with one.'));
  if (!isPasted && last !== undefined) return { index: last };
  const items = [
    ...(last === undefined
      ? []
      : [{ label: vscode.l10n.t('The last answer'), description: `#${last + 1}`, source: { index: last } }]),
    {
      label: vscode.l10n.t('From the clipboard'),
      description: pasted.replace(/\s+/g, ' ').trim().slice(0, 60),
      source: { selected: { text: pasted } },
    },
  ];
  const title = vscode.l10n.t('Append Parsed Answer');
  return (await vscode.window.showQuickPick(items, { title }))?.source;
}

/** Shows the end of the conversation in the editors that show it. */
function reveal(document: vscode.TextDocument): void {
  const end = document.positionAt(document.getText().trimEnd().length);
  for (const editor of vscode.window.visibleTextEditors)
    if (editor.document === document) editor.revealRange(new vscode.Range(end, end));
}

function optionsOf(argument: unknown): AppendOptions {
  if (typeof argument !== 'object' || argument === null) return {};
  const { index, text, parser } = argument as Record<string, unknown>;
  return {
    ...(typeof index === 'number' && { index }),
    ...(typeof text === 'string' && { text }),
    ...(typeof parser === 'string' && { parser }),
  };
}
