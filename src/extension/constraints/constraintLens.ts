import * as vscode from 'vscode';
import type { ConstraintSummary } from '../../engine/index.ts';
import { type ConstraintWords, constraintTitle } from '../../views/constraintTitle.ts';
import { roomAbove, rowWidth, unknownRow } from '../../views/lensRow.ts';
import { lensGap } from '../../views/lensWidth.ts';
import { prefix } from '../commands.ts';
import type { DefinitionFile } from '../definitions/definitionStore.ts';

/** With less room, in letters, the lens stands in a row of its own. */
export const leastConstraint = 14;

/** The room behind other lenses of a row that has so many letters; `undefined`: nobody knows. */
export function constraintRoom(
  range: vscode.Range,
  row: readonly vscode.Command[],
  letters: number | undefined,
): number {
  const taken = row.length === 0 ? 0 : rowWidth(row) + lensGap;
  return roomAbove(range.start.character, letters ?? unknownRow) - taken;
}

/** The lens of a definition's constraint, which is made when it comes into sight. */
export class ConstraintLens extends vscode.CodeLens {
  readonly file: DefinitionFile;
  readonly name: string;
  readonly engines: readonly string[];
  /** What stands before it in its row. */
  readonly row: readonly vscode.Command[];

  constructor(
    range: vscode.Range,
    of: { readonly file: DefinitionFile; readonly name: string },
    engines: readonly string[],
    row: readonly vscode.Command[],
  ) {
    super(range);
    this.file = of.file;
    this.name = of.name;
    this.engines = engines;
    this.row = row;
  }

  /** What it says where a row has so many letters; `undefined`: nobody knows. A click shows the constraint in the preview. */
  commandFor(summaries: readonly ConstraintSummary[], letters: number | undefined): vscode.Command {
    const left = constraintRoom(this.range, this.row, letters);
    return {
      title: constraintTitle(summaries, words(), left) ?? vscode.l10n.t('no constraint'),
      tooltip: [
        vscode.l10n.t('What engines enforce of this format, and what the parser must still check. Click to see it.'),
        ...summaries.map(line),
      ].join('\n'),
      command: `${prefix}.showConstraint`,
      arguments: [this.file.uri.toString(), this.name],
    };
  }
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
  const { l10n } = vscode;
  const told = [
    ...(refuses.length > 0 ? [l10n.t('refuses {0}', refuses.join(', '))] : []),
    ...(drops.length > 0 ? [l10n.t('drops {0}', drops.join(', '))] : []),
    ...(narrows.length > 0 ? [l10n.t('narrows {0}', narrows.join(', '))] : []),
  ];
  return `${title} (${form}): ${told.length === 0 ? l10n.t('Nothing is dropped.') : told.join('; ')}`;
}
