import * as vscode from 'vscode';
import { firstLine } from '../errorTexts.ts';

/** The panels and the rarer commands. */
export type Panels = typeof import('./panels.ts');

/**
 * Loads the panels and the rarer commands, once.
 * @throws in words for the user, where the extension's own file is not there or cannot be read
 */
export async function loadPanels(): Promise<Panels> {
  try {
    return await import('./panels.ts');
  } catch (error) {
    const message = vscode.l10n.t(
      'A part of ParserLens could not be loaded. Reload the window, or install the extension again. {0}',
      firstLine(error),
    );
    throw new Error(message, { cause: error });
  }
}
