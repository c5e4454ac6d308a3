import * as vscode from 'vscode';
import { lensRows } from '../../views/lens.ts';
import type { LensAction, LensItem, LensPlace } from '../../views/lensItem.ts';
import { lensGap, lensWidth } from '../../views/lensWidth.ts';
import { prefix } from '../commands.ts';
import type { Diagnoses } from '../diagnosis/diagnoses.ts';
import type { EditorRoom } from '../editorRoom.ts';
import { lensAt, provideLenses } from '../lenses.ts';
import type { Services } from '../services.ts';
import { canEdit } from '../structure/files.ts';
import { lensWords } from './lensWords.ts';
import type { DefinitionId, ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';

/** The columns of a tab, where the editor's own are unknown. */
const tabSize = 4;

/** Lenses above the parts of every parsed response, in any document. */
export function registerLenses(
  { editorRoom }: Services,
  sessions: ResponseSessions,
  diagnoses: Diagnoses,
): vscode.Disposable {
  return provideLenses('*', {
    setting: 'codeLens.enabled',
    occasions: [sessions.onDidChange, diagnoses.onDidChange, editorRoom.onDidChange],
    provideCodeLenses: document =>
      sessions
        .of(document.uri)
        .flatMap((session, _, all) => lensesOf(document, session, all.length, diagnoses, editorRoom)),
  });
}

function lensesOf(
  document: vscode.TextDocument,
  session: ResponseSession,
  shownCount: number,
  diagnoses: Diagnoses,
  editorRoom: EditorRoom,
): vscode.CodeLens[] {
  const { state, definition, span } = session;
  const lens = (line: number, item: LensItem) =>
    lensAt(new vscode.Position(line, 0), {
      title: item.title,
      ...(item.tooltip && { tooltip: item.tooltip }),
      ...commandOf(session.id, item.action),
    });
  const place = placeIn(document, span.start);
  const first = place(0).line;
  const words = lensWords();
  const result = { kind: 'result' } as const;
  if (state.kind === 'parsing')
    return [lens(first, { title: `$(loading~spin) ${definition.name}`, tooltip: '', action: result })];
  if (state.kind === 'failed')
    return [
      lens(first, { title: `✗ ${state.message}`, tooltip: '', action: result }),
      lens(first, { ...words.clear, action: { kind: 'clear' } }),
    ];
  const diagnosis = diagnoses.of(session);
  const partly = state.unknown && vscode.l10n.t('partly known');
  // What stands before the row takes of its room.
  const used = partly === undefined ? 0 : lensWidth(partly) + lensGap;
  const letters = editorRoom.letters(document);
  const extras = {
    ...(session.field !== undefined && { field: session.field }),
    ...(diagnosis && { diagnosis }),
    ...(letters !== undefined && { letters: letters - used }),
    ...(session.among && { among: { ...session.among, isAll: shownCount >= session.among.count } }),
    isReadOnly: !canEdit(document.uri),
  };
  const rows = lensRows(state.model, words, place, extras).flatMap(({ line, items }) =>
    items.map(item => lens(line, item)),
  );
  if (state.isKept) rows.unshift(lens(first, keptItem(definition)));
  if (partly !== undefined)
    rows.unshift(
      lens(first, { title: partly, tooltip: partlyKnownWords(definition.name, state.unknown!), action: result }),
    );
  return rows;
}

/** That a definition reads as far as its source says. */
export function partlyKnownWords(name: string, unknown: readonly string[]): string {
  return vscode.l10n.t(
    '{0} reads as far as it is known. Known only when the program runs: {1}.',
    name,
    unknown.join(', '),
  );
}

/** Says that a result is by the definition as it was: its file is not JSON now. */
function keptItem({ name }: DefinitionId): LensItem {
  return {
    title: `$(history) ${vscode.l10n.t('as before')}`,
    tooltip: vscode.l10n.t('The file of {0} is not JSON now. It reads as it last did.', name),
    action: { kind: 'result' },
  };
}

/** Where an offset of a response is in its document. */
function placeIn(document: vscode.TextDocument, from: number): (offset: number) => LensPlace {
  return offset => {
    const { line } = document.positionAt(from + offset);
    const { text, firstNonWhitespaceCharacterIndex } = document.lineAt(line);
    const blanks = text.slice(0, firstNonWhitespaceCharacterIndex);
    return { line, indent: [...blanks].reduce((columns, blank) => columns + (blank === '\t' ? tabSize : 1), 0) };
  };
}

/** The command of a lens, and of its action in the light bulb. */
export function commandOf(session: string, action: LensAction): { readonly command: string; arguments?: unknown[] } {
  const ours = (name: string, ...args: unknown[]) => ({
    command: `${prefix}.${name}`,
    arguments: [session, ...args],
  });
  switch (action.kind) {
    case 'result':
      return ours('showResult');
    case 'feedback':
      return ours('showFeedback');
    case 'save':
      return ours('saveAsSample');
    case 'repair':
      return ours('applyRepair');
    case 'showRepair':
      return ours('showRepair');
    case 'explain':
      return { command: `${prefix}.explainCause`, arguments: [action.code] };
    case 'parseAll':
      return ours('parseAll');
    case 'copyRepaired':
      return ours('copyRepaired');
    case 'clear':
      return ours('clearResult');
    case 'trust':
      return { command: 'workbench.trust.manage' };
    case 'split':
      return ours('openSplit', action.target);
    case 'highlight':
      return ours('showValue', action.path, action.name);
  }
}
