import * as vscode from 'vscode';
import type { ServingVerdict } from '../../engine/index.ts';
import { roomAbove } from '../../views/lensRow.ts';
import { servingTitle } from '../../views/servingTitle.ts';
import type { EditorRoom } from '../editorRoom.ts';
import { lensAt } from '../lenses.ts';

/** The row of engines above a line: what each makes of a response template; a click leads to the problems that say why. */
export function servingLens(
  document: vscode.TextDocument,
  place: vscode.Position,
  serving: readonly ServingVerdict[],
  editorRoom: EditorRoom,
): vscode.CodeLens {
  const letters = editorRoom.letters(document);
  const room = letters === undefined ? undefined : roomAbove(place.character, letters);
  const whole = servingTitle(serving, losesWords, Number.POSITIVE_INFINITY);
  const meaning = vscode.l10n.t(
    'Which engines read answers by this template, which leave fields out, and which refuse it when they start',
  );
  return lensAt(place, {
    title: servingTitle(serving, losesWords, room),
    tooltip: `${whole}\n${meaning}`,
    command: 'workbench.actions.view.problems',
  });
}

function losesWords(engine: string, fields: string): string {
  return vscode.l10n.t('{0} loses {1}', engine, fields);
}
