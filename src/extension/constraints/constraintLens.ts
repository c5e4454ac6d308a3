import * as vscode from 'vscode';
import { roomAbove, rowWidth, unknownRow } from '../../views/lensRow.ts';
import { lensGap } from '../../views/lensWidth.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import { chosenSetting } from '../settings.ts';

/** The engines that the user chose: of all that there are hardly anybody wants to know what each drops. */
export function constrainingEngines(document: vscode.TextDocument): readonly string[] {
  return chosenSetting('engines', document) ?? [];
}

/** With less room, in letters, the lens stands in a row of its own. */
export const leastConstraint = 14;

/** The room behind other lenses of a row that has so many letters; `undefined`: nobody knows. */
export function constraintRoom(
  range: vscode.Range,
  row: readonly vscode.Command[],
  letters: number | undefined,
): number {
  const used = row.length === 0 ? 0 : rowWidth(row) + lensGap;
  return roomAbove(range.start.character, letters ?? unknownRow) - used;
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
}
