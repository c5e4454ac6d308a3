import * as vscode from 'vscode';
import { toRange } from '../convert.ts';
import type { Services } from '../services.ts';
import { definitionSelector } from '../structure/references.ts';

/** Says of the parser that a definition names in a Python module which kind was found, how, and which Python runs it. */
export function registerPythonHovers({ engine }: Services): vscode.Disposable {
  return vscode.languages.registerHoverProvider(definitionSelector, {
    async provideHover(document, position, token) {
      // In Restricted Mode nothing is started, and so nothing is known.
      if (!vscode.workspace.isTrusted || document.uri.scheme === 'untitled') return undefined;
      const offset = document.offsetAt(position);
      const found = await engine.instruction.moduleAbout(document.getText(), document.uri.toString(), offset);
      if (!found || token.isCancellationRequested) return undefined;
      const { kind, how, python, interpreter } = found.about;
      const text = new vscode.MarkdownString();
      text.appendText(vscode.l10n.t('Read as: {0} ({1})', kind, how));
      text.appendMarkdown('\n\n').appendText(vscode.l10n.t('Runs in Python {0}, {1}', python, interpreter));
      return new vscode.Hover(text, toRange(document, found.span));
    },
  });
}
