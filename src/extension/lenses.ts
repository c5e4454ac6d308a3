import * as vscode from 'vscode';
import { getSetting, onSettingChange, type Settings } from './settings.ts';

/** What lenses are made of, and when they are made again. */
interface LensSource extends Pick<vscode.CodeLensProvider, 'provideCodeLenses' | 'resolveCodeLens'> {
  /** The setting that switches them on. */
  readonly setting: 'codeLens.enabled' | 'conversations.codeLens';
  /** Other settings that they heed. */
  readonly heeds?: readonly (keyof Settings)[];
  /** After each of these they are made again. */
  readonly occasions: readonly vscode.Event<unknown>[];
}

/** Lenses of documents that their user can switch off, made again whenever what they say may have changed. */
export function provideLenses(
  documents: vscode.DocumentSelector,
  { setting, heeds = [], occasions, ...source }: LensSource,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const change = () => changed.fire();
  return vscode.Disposable.from(
    changed,
    ...occasions.map(occasion => occasion(change)),
    onSettingChange([setting, ...heeds], change),
    vscode.languages.registerCodeLensProvider(documents, {
      ...source,
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (document, token) =>
        getSetting(setting, document) ? source.provideCodeLenses(document, token) : undefined,
    }),
  );
}

/** A lens above the line of a place. */
export function lensAt(place: vscode.Position, command: vscode.Command): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(place, place), command);
}

/** Where a second row of lenses stands: the first one has no room for more in an editor beside another. `last`: the last line that has lenses. */
export function rowBelow(
  document: vscode.TextDocument,
  place: vscode.Position,
  last: number = document.lineCount - 1,
): vscode.Position {
  const line = place.line + 1;
  return line > last ? place : new vscode.Position(line, document.lineAt(line).firstNonWhitespaceCharacterIndex);
}
