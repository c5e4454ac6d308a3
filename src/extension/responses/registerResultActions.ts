import * as vscode from 'vscode';
import { isNotRun, type ResponseModel } from '../../views/responseModel.ts';
import { destinations } from '../../views/splitModel.ts';
import { prefix } from '../commands.ts';
import { toRange } from '../convert.ts';
import { splitName } from './destinationWords.ts';
import { commandOf } from './registerLenses.ts';
import type { ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';

/** Of no known kind: VS Code lists them under *More Actions…*. */
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
    ...(model.told === undefined
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
