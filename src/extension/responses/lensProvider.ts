import * as vscode from 'vscode';
import { type LensItem, type LensWords, lensModel } from '../../views/lens.ts';
import { prefix } from '../commands.ts';
import { toRange } from '../convert.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import type { ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';

/** Lenses above every parsed response, in any document. */
export function registerLenses(sessions: ResponseSessions): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    sessions.onDidChange(() => changed.fire()),
    onSettingChange(['codeLens.enabled'], () => changed.fire()),
    vscode.languages.registerCodeLensProvider('*', {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: document =>
        getSetting('codeLens.enabled', document)
          ? sessions.of(document.uri).flatMap(session => lensesOf(document, session))
          : [],
    }),
  );
}

function lensesOf(document: vscode.TextDocument, session: ResponseSession): vscode.CodeLens[] {
  const range = toRange(document, session.span);
  const lens = ({ title, tooltip }: LensItem, command: string, ...args: unknown[]) =>
    new vscode.CodeLens(range, {
      title,
      ...(tooltip && { tooltip }),
      command: `${prefix}.${command}`,
      arguments: [session.id, ...args],
    });
  const clear = lens({ title: vscode.l10n.t('Clear'), tooltip: vscode.l10n.t('Forget this result') }, 'clearResult');
  const { state, definition } = session;
  if (state.kind === 'parsing')
    return [lens({ title: `$(loading~spin) ${definition.name}`, tooltip: '' }, 'showResult')];
  if (state.kind === 'failed') return [lens({ title: `✗ ${state.message}`, tooltip: '' }, 'showResult'), clear];
  const save = lens(
    {
      title: vscode.l10n.t('Save'),
      tooltip: vscode.l10n.t('Save the response and its result as a sample of the definition'),
    },
    'saveAsSample',
  );
  const { status, highlights, values, feedback } = lensModel(state.model, lensWords());
  const manageTrust = new vscode.CodeLens(range, {
    title: vscode.l10n.t('Manage Workspace Trust'),
    command: 'workbench.trust.manage',
  });
  return [
    lens(status, 'showResult'),
    ...(state.model.error?.class === 'ModuleNotTrusted' ? [manageTrust] : []),
    ...(feedback
      ? [
          lens(
            {
              title: vscode.l10n.t('Show What the Model Is Told'),
              tooltip: vscode.l10n.t('What the framework sends to the model after this error'),
            },
            'showFeedback',
          ),
        ]
      : []),
    save,
    clear,
    ...highlights.map(highlight => lens(highlight, 'openValue', highlight.path, highlight.name)),
    ...values.map(value => lens(value, 'openSplit', value.target)),
  ];
}

function lensWords(): LensWords {
  return {
    unescaped: vscode.l10n.t('unescaped'),
    repaired: vscode.l10n.t('repaired'),
    binary: vscode.l10n.t('contains NUL characters'),
    nothingRecognised: vscode.l10n.t('nothing recognised'),
    toolError: vscode.l10n.t('tool error'),
    warnings: count => (count === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', count)),
  };
}
