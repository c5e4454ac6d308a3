import * as vscode from 'vscode';
import type { ConstraintSummary } from '../../engine/index.ts';
import { type ConstraintWords, constraintTitle } from '../../views/constraintTitle.ts';
import { prefix } from '../commands.ts';
import { type ConstraintLens, constraintRoom } from './constraintLens.ts';

/** What a constraint's lens says where a row has so many letters; `undefined`: nobody knows. A click shows the constraint in the preview. */
export function constraintCommand(
  { range, row, file, name }: ConstraintLens,
  summaries: readonly ConstraintSummary[],
  letters: number | undefined,
): vscode.Command {
  const left = constraintRoom(range, row, letters);
  return {
    title: constraintTitle(summaries, words(), left) ?? vscode.l10n.t('no constraint'),
    tooltip: [
      vscode.l10n.t('What engines enforce of this format, and what the parser must still check. Click to see it.'),
      ...summaries.map(line),
    ].join('\n'),
    command: `${prefix}.showConstraint`,
    arguments: [file.uri.toString(), name],
  };
}

function words(): ConstraintWords {
  return {
    enforces: engine => vscode.l10n.t('{0} enforces', engine),
    partly: (engine, keywords) => vscode.l10n.t('{0} enforces · drops {1}', engine, keywords),
    drops: (engine, keywords) => vscode.l10n.t('{0} drops {1}', engine, keywords),
    refuses: (engine, keywords) => vscode.l10n.t('{0} refuses {1}', engine, keywords),
    dropsAlone: count => vscode.l10n.t('drops {0}', count),
    refusesAlone: count => vscode.l10n.t('refuses {0}', count),
  };
}

function line({ title, form, refuses, drops, narrows }: ConstraintSummary): string {
  const effects = [
    ...(refuses.length > 0 ? [vscode.l10n.t('refuses {0}', refuses.join(', '))] : []),
    ...(drops.length > 0 ? [vscode.l10n.t('drops {0}', drops.join(', '))] : []),
    ...(narrows.length > 0 ? [vscode.l10n.t('narrows {0}', narrows.join(', '))] : []),
  ];
  return `${title} (${form}): ${effects.length === 0 ? vscode.l10n.t('Nothing is dropped.') : effects.join('; ')}`;
}
