import * as vscode from 'vscode';
import { untrusted } from '../../assist/assistTool.ts';
import type { ResponseModel } from '../../views/responseModel.ts';
import type { SplitModel } from '../../views/splitModel.ts';
import { prefix } from '../commands.ts';
import { toRange } from '../convert.ts';
import type { ResponseSession } from '../responses/responseSession.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';

/** What an assistant asks to see. */
interface PlaceInput {
  /** Relative to the workspace, with `#NAME` for one definition of several. */
  readonly file?: unknown;
  /** From 1. */
  readonly line?: unknown;
  readonly show?: unknown;
}

/** Opens a file of the workspace at a line, a definition's preview, or an evaluation's file. An error is an answer, which says what to do. */
async function openPlace({ file, line, show = 'file' }: PlaceInput): Promise<object> {
  if (typeof file !== 'string') return { error: '`file` is missing: a path in the workspace.' };
  const [path = '', name] = splitName(file);
  const uri = await findFile(path);
  if (!uri) return { error: `There is no file ${path} in the workspace.` };
  if (show === 'preview') {
    await vscode.window.showTextDocument(uri, { preview: false });
    await vscode.commands.executeCommand(`${prefix}.previewInstruction`, uri, name);
    return { opened: file, show };
  }
  if (show === 'evaluation' || uri.path.endsWith('.evaluation.json')) {
    await vscode.commands.executeCommand('vscode.open', uri);
    return { opened: file, show: 'evaluation' };
  }
  const editor = await vscode.window.showTextDocument(uri, { preview: false });
  if (typeof line === 'number' && Number.isInteger(line) && line > 0) {
    const at = new vscode.Position(Math.min(line, editor.document.lineCount) - 1, 0);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  return { opened: file };
}

function splitName(file: string): readonly string[] {
  const hash = file.lastIndexOf('#');
  return hash < 0 ? [file] : [file.slice(0, hash), file.slice(hash + 1)];
}

/** A file of the workspace; nothing outside of its folders is opened for an assistant. */
async function findFile(path: string): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  for (const { uri } of folders) {
    const isAbsolute = path.startsWith(`${uri.path}/`);
    const found = vscode.Uri.joinPath(uri, isAbsolute ? path.slice(uri.path.length + 1) : path);
    if (!found.path.startsWith(`${uri.path}/`)) continue;
    const stat = await vscode.workspace.fs.stat(found).then(
      each => each,
      () => undefined,
    );
    if (stat) return found;
  }
  return undefined;
}

/** The two tools that need the editor, with texts of their own that ask the user; the others are the server's. */
export function registerEditorTools(sessions: ResponseSessions): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.lm.registerTool<object>(`${prefix}_get_current`, {
      prepareInvocation: () => ({
        invocationMessage: vscode.l10n.t('Reading what is open in ParserLens'),
        confirmationMessages: {
          title: vscode.l10n.t('Show the assistant what is open?'),
          message: vscode.l10n.t(
            'It gets the open definition with what is not saved, and the response that was parsed last with its result. The response is what a model wrote.',
          ),
        },
      }),
      invoke: async () => answer(await currentState(sessions)),
    }),
    vscode.lm.registerTool<PlaceInput>(`${prefix}_open`, {
      prepareInvocation: ({ input }) => ({
        invocationMessage: vscode.l10n.t('Opening {0}', String(input.file)),
        confirmationMessages: {
          title: vscode.l10n.t('Open {0}?', String(input.file)),
          message: vscode.l10n.t('The assistant wants to show it in the editor. Nothing is changed.'),
        },
      }),
      invoke: async ({ input }) => answer(await openPlace(input)),
    }),
  );
}

function answer(value: object): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(JSON.stringify(value))]);
}

/** How much of a text an assistant gets, in UTF-16 units. */
const longest = 8000;

/** The definition that is open, with what is not saved, and the response that was looked at last. */
async function currentState(sessions: ResponseSessions): Promise<object> {
  const editor = vscode.window.activeTextEditor;
  const session = sessions.current;
  return {
    ...(editor && isDefinition(editor.document) && { definition: definitionState(editor) }),
    ...(session?.document && { response: responseState(session, session.document), untrusted }),
    ...(!editor && !session && { nothing: vscode.l10n.t('No definition is open, and no response was parsed.') }),
  };
}

function isDefinition({ uri }: vscode.TextDocument): boolean {
  return uri.path.endsWith('.parser.json');
}

function definitionState({ document, selection }: vscode.TextEditor) {
  return {
    file: vscode.workspace.asRelativePath(document.uri, false),
    unsaved: document.isDirty,
    line: selection.active.line + 1,
    ...cut(document.getText()),
  };
}

function responseState({ uri, span, definition, state }: ResponseSession, document: vscode.TextDocument) {
  const range = toRange(document, span);
  return {
    file: vscode.workspace.asRelativePath(uri, false),
    line: range.start.line + 1,
    parser: `${vscode.workspace.asRelativePath(definition.uri, false)}#${definition.name}`,
    ...cut(document.getText(range)),
    result: state.kind === 'parsed' ? resultState(state.model) : { state: state.kind },
  };
}

function resultState({ error, value, splits, warnings }: ResponseModel) {
  if (error) return { ok: false, error: { class: error.class, message: error.message, cause: error.cause } };
  const plainSplit = (split: SplitModel) => ('error' in split ? { error: split.error } : split.long);
  return {
    ok: true,
    value: value?.long,
    ...(splits && Object.fromEntries(Object.entries(splits).map(([name, split]) => [name, plainSplit(split)]))),
    ...(warnings.length > 0 && { warnings }),
  };
}

function cut(text: string) {
  if (text.length <= longest) return { text };
  return { text: text.slice(0, longest), left_out: `${text.length - longest} of ${text.length} characters` };
}
