import * as vscode from 'vscode';
import type { ModulePlace, Span } from '../../engine/index.ts';
import { isNotRun, type ResponseModel } from '../../views/responseModel.ts';
import { type Destination, destinations } from '../../views/splitModel.ts';
import { prefix, registerCommand } from '../commands.ts';
import { toRange } from '../convert.ts';
import { baseName } from '../definitions/definitionUris.ts';
import type { Diagnoses } from '../diagnosis/diagnoses.ts';
import type { Services } from '../services.ts';
import { getSetting } from '../settings.ts';
import { splitName } from './destinationWords.ts';
import { commandOf, partlyKnownWords } from './registerLenses.ts';
import type { ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';
import type { ResultNode } from './resultNode.ts';
import { ResultTree } from './resultTree.ts';
import type { ValueDocuments } from './valueDocuments.ts';

/** The longest text that is copied, in UTF-16 units. */
const maxCopy = 100_000_000;

/** The *Parse Result* view with its commands, and those of the lenses that lead to it. */
export function registerResultView(
  services: Services,
  sessions: ResponseSessions,
  diagnoses: Diagnoses,
  values: ValueDocuments,
): vscode.Disposable {
  const { log, engine } = services;
  const tree = new ResultTree(services, sessions, diagnoses);
  const view = vscode.window.createTreeView(`${prefix}.result`, { treeDataProvider: tree, showCollapseAll: true });
  let lastParsed: string | undefined;

  const copy = async (node: ResultNode | undefined, form: 'text' | 'json') => {
    const chosen = node ?? view.selection[0];
    if (chosen?.kind !== 'value') return;
    const value = await engine.responses.valueText(chosen.session, chosen.path, form, maxCopy);
    if (value) await vscode.env.clipboard.writeText(value.text);
  };

  return vscode.Disposable.from(
    tree,
    view,
    sessions.onDidChange(() => {
      const { current } = sessions;
      view.description = current ? baseName(current.uri) : '';
      view.message = current && messageOf(current);
      if (!current || current.id === lastParsed || current.state.kind === 'parsing') return;
      lastParsed = current.id;
      // The side bar stays what it is, but without lenses nothing else would say that there is a result.
      if (!getSetting('codeLens.enabled', current.document))
        void vscode.commands.executeCommand(`${prefix}.result.focus`, { preserveFocus: true });
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
      const session = selections[0] && sessions.at(textEditor.document, selections[0].active);
      if (session) sessions.visit(session);
    }),
    registerCommand(log, 'showResult', async (id?: string) => {
      const session = id === undefined ? sessions.current : sessions.get(id);
      if (session) {
        sessions.visit(session);
        sessions.focus(session, undefined);
      }
      await vscode.commands.executeCommand(`${prefix}.result.focus`);
    }),
    registerCommand(log, 'openSplit', async (id: string, target: Destination | 'value') => {
      const session = sessions.get(id);
      if (!session) return;
      sessions.visit(session);
      if (target !== 'value') sessions.focus(session, target);
      const split =
        session.state.kind === 'parsed' && target !== 'value' ? session.state.model.splits?.[target] : undefined;
      if (split && 'error' in split) throw new Error(`${split.error.class}: ${split.error.message}`);
      await values.show(id, [target]);
    }),
    registerCommand(log, 'focusDestination', async (id: string, destination: Destination) => {
      const session = sessions.get(id);
      if (session?.state.kind !== 'parsed') return;
      sessions.focus(session, destination);
      const part = session.state.model.parts.find(({ destinations }) => destinations?.includes(destination));
      if (part) await show(session, part.inner);
    }),
    registerCommand(log, 'showPart', async (id: string, index: number) => {
      const session = sessions.get(id);
      const part = session?.state.kind === 'parsed' ? session.state.model.parts[index] : undefined;
      if (session && part) await show(session, part.inner);
    }),
    registerCommand(log, 'showResponse', async (id: string, span?: Span) => {
      const session = sessions.get(id);
      if (session) await show(session, span ?? { start: 0, end: 0 });
    }),
    registerCommand(log, 'showModule', async (id: string, { file, line, column }: ModulePlace) => {
      const folder = sessions.get(id)?.definition.uri.with({ query: '', fragment: '' });
      if (!folder) return;
      const uri = isAbsolute(file) ? vscode.Uri.file(file) : vscode.Uri.joinPath(folder, '..', file);
      const position = new vscode.Position(line - 1, column - 1);
      await vscode.window.showTextDocument(uri, { selection: new vscode.Range(position, position) });
    }),
    registerCommand(log, 'showFeedback', async (id?: string) => {
      const session = id === undefined ? sessions.current : sessions.get(id);
      if (session?.state.kind !== 'parsed') return;
      const { error, hasFeedback } = session.state.model;
      sessions.visit(session);
      if (hasFeedback) return values.open(session.id, ['feedback']);
      if (!error) return;
      const message = vscode.l10n.t(
        'After {0} the framework tells the model nothing: the error ends the call.',
        error.class,
      );
      void vscode.window.showInformationMessage(message);
    }),
    registerCommand(log, 'openResultValue', async (node?: ResultNode) => {
      const chosen = node ?? view.selection[0];
      if (chosen?.kind === 'value') await values.open(chosen.session, chosen.path);
    }),
    registerCommand(log, 'copyValue', (node?: ResultNode) => copy(node, 'text')),
    registerCommand(log, 'copyValueAsJson', (node?: ResultNode) => copy(node, 'json')),
  );
}

/** Whether a path is one of POSIX or Windows from the root: modules outside of the definition's drive. */
function isAbsolute(path: string): boolean {
  return /^([/\\]|[a-z]:[/\\])/i.test(path);
}

/** Shows a stretch of the response, in the editor that has it already if there is one. */
async function show({ document, span }: ResponseSession, part: Span): Promise<void> {
  if (!document)
    throw new Error(
      vscode.l10n.t('VS Code does not open files of this size for extensions, so the text cannot be shown.'),
    );
  const editor = vscode.window.visibleTextEditors.find(one => one.document === document);
  const selection = toRange(document, { start: span.start + part.start, end: span.start + part.end });
  await vscode.window.showTextDocument(document, {
    selection,
    ...(editor?.viewColumn !== undefined && { viewColumn: editor.viewColumn }),
  });
}

/** What speaks against believing a result. */
function messageOf({ state, definition: { name } }: ResponseSession): string | undefined {
  if (state.kind !== 'parsed') return undefined;
  if (state.isKept) return vscode.l10n.t('The file of {0} is not JSON now. It reads as it last did.', name);
  return state.unknown && partlyKnownWords(name, state.unknown);
}

/** Of a kind of our own: VS Code lists it under *More Actions…*. */
const kind = vscode.CodeActionKind.Empty.append(prefix);

/** Everything that the lenses of a response do, in the light bulb of each of its lines: lenses have little room, and may be turned off. */
export function registerResultActions(sessions: ResponseSessions): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    '*',
    {
      provideCodeActions(document, { start }, { only }) {
        if (only && !only.contains(kind)) return undefined;
        const session = sessions.of(document.uri).find(({ span }) => {
          const lines = toRange(document, span);
          return lines.start.line <= start.line && start.line <= lines.end.line;
        });
        return session && actionsOf(session);
      },
    },
    { providedCodeActionKinds: [kind] },
  );
}

function actionsOf({ id, state, field, document }: ResponseSession): vscode.CodeAction[] {
  const action = (title: string, command: ReturnType<typeof commandOf>) => {
    const made = new vscode.CodeAction(title, kind);
    made.command = { title, ...command };
    return made;
  };
  const ours = (title: string, name: string, ...args: unknown[]) =>
    action(title, { command: `${prefix}.${name}`, arguments: args });
  const values = state.kind === 'parsed' ? valueActions(id, state.model, action) : [];
  const trust = action(vscode.l10n.t('Manage Workspace Trust'), { command: 'workbench.trust.manage' });
  return [
    ...(state.kind === 'parsed' && isNotRun(state.model) ? [trust] : []),
    ...values,
    ...(state.kind === 'parsed' && !isNotRun(state.model)
      ? [
          action(vscode.l10n.t('Save as Sample'), commandOf(id, { kind: 'save' })),
          ...(document ? [ours(vscode.l10n.t('Replay as Stream'), 'replayStream', id)] : []),
          ...(document && state.model.hasRuntimes
            ? [ours(vscode.l10n.t('Compare Runtimes'), 'compareRuntimes', id)]
            : []),
        ]
      : []),
    action(vscode.l10n.t('Show Parse Result'), commandOf(id, { kind: 'result' })),
    ours(vscode.l10n.t('Parse with Another Parser…'), 'parseWithAnother', id),
    ...(field === undefined ? [] : [ours(vscode.l10n.t('Parse Another Field…'), 'parseAnotherField', id)]),
    ...(document && state.kind === 'parsed' ? [ours(vscode.l10n.t('Copy as Issue'), 'copyIssue', id)] : []),
    ...(document && mayHaveLink(document.uri) ? [ours(vscode.l10n.t('Copy Link to This'), 'copyLink', id)] : []),
    action(vscode.l10n.t('Clear Parse Result'), commandOf(id, { kind: 'clear' })),
  ];
}

function valueActions(
  id: string,
  model: ResponseModel,
  action: (title: string, command: ReturnType<typeof commandOf>) => vscode.CodeAction,
): vscode.CodeAction[] {
  const show = (name: string) => vscode.l10n.t('Show {0}', name);
  const targets = model.splits ? destinations : model.value ? (['value'] as const) : [];
  return [
    ...(model.hasFeedback === undefined
      ? []
      : [action(vscode.l10n.t('Show What the Model Is Told'), commandOf(id, { kind: 'feedback' }))]),
    ...targets.map(target => action(show(splitName([target])), commandOf(id, { kind: 'split', target }))),
    ...model.highlights.map(({ name, path }) => action(show(name), commandOf(id, { kind: 'highlight', name, path }))),
  ];
}

/** Whether a file may be in GitHub; whether it is, its link tells. */
function mayHaveLink({ scheme }: vscode.Uri): boolean {
  return scheme === 'vscode-vfs' || scheme === 'file';
}
