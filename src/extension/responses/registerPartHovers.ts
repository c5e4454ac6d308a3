import * as vscode from 'vscode';
import type { PartModel } from '../../views/responseModel.ts';
import { appendLink } from '../commands.ts';
import { toRange } from '../convert.ts';
import type { Services } from '../services.ts';
import { counterFor, countText } from '../tokens/tokenizers.ts';
import { destinationWords } from './destinationWords.ts';
import type { ResponseSessions } from './responseSessions.ts';
import { valueCommand } from './valueDocuments.ts';

interface Asked {
  readonly document: vscode.TextDocument;
  readonly version: number;
  readonly position: vscode.Position;
  readonly hover: vscode.Hover;
}

/** Shows a value in a hover of the editor, at a place of the response, until the cursor leaves it. */
export class ValuePeek implements vscode.Disposable {
  #pending: Asked | undefined;
  readonly #disposable = vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
    const [selection] = selections;
    if (textEditor.document !== this.#pending?.document) return;
    if (!selection?.isEmpty || !selection.active.isEqual(this.#pending.position)) this.#pending = undefined;
  });

  /** Shows a text at a position, where the cursor goes; the editor has the focus then. */
  async show(document: vscode.TextDocument, position: vscode.Position, text: vscode.MarkdownString): Promise<void> {
    const editor = vscode.window.visibleTextEditors.find(one => one.document === document);
    await vscode.window.showTextDocument(document, {
      selection: new vscode.Range(position, position),
      ...(editor?.viewColumn !== undefined && { viewColumn: editor.viewColumn }),
    });
    const hover = new vscode.Hover(text, new vscode.Range(position, position.translate(0, 1)));
    this.#pending = { document, version: document.version, position, hover };
    await vscode.commands.executeCommand('editor.action.showHover', { focus: 'noAutoFocus' });
  }

  /** The hover at a position, if it is still of this text. */
  hoverAt(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const pending = this.#pending;
    if (pending?.document !== document || pending.version !== document.version) return undefined;
    return pending.position.isEqual(position) ? pending.hover : undefined;
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

/** Hovers over the parts of parsed responses: the key, where it goes, its tokens. */
export function registerPartHovers(
  { engine }: Services,
  sessions: ResponseSessions,
  peek: ValuePeek,
): vscode.Disposable {
  return vscode.languages.registerHoverProvider('*', {
    async provideHover(document, position, token) {
      const pending = peek.hoverAt(document, position);
      if (pending) return pending;
      const session = sessions.at(document, position);
      if (session?.state.kind !== 'parsed' || session.state.stale) return undefined;
      const offset = document.offsetAt(position) - session.span.start;
      const index = innermost(session.state.model.parts, offset);
      const part = session.state.model.parts[index];
      if (!part) return undefined;
      const path = ['parts', index] as const;
      const tokens = await engine.responses.valueTokens(session.id, path, counterFor(document)).catch(() => undefined);
      if (token.isCancellationRequested) return undefined;
      const text = new vscode.MarkdownString();
      text.isTrusted = { enabledCommands: [valueCommand] };
      text.appendMarkdown('**').appendText(part.key).appendMarkdown('**');
      if (part.destinations) text.appendText(` → ${destinationWords(part.destinations)}`);
      if (tokens) text.appendText(` · ${countText(tokens.count, tokens.exact)} (${tokens.basis})`);
      text.appendMarkdown('\n\n').appendCodeblock(part.value.long, part.value.kind === 'string' ? 'plaintext' : 'json');
      appendLink(text, vscode.l10n.t('Open Full Value'), valueCommand, [session.id, path]);
      const { start, end } = part.span;
      return new vscode.Hover(
        text,
        toRange(document, { start: session.span.start + start, end: session.span.start + end }),
      );
    },
  });
}

/** The shortest part that holds an offset: parts of some types lie within each other. */
function innermost(parts: readonly PartModel[], offset: number): number {
  let best = -1;
  let length = Number.POSITIVE_INFINITY;
  for (const [index, { span }] of parts.entries()) {
    if (offset < span.start || offset > span.end || span.end - span.start >= length) continue;
    best = index;
    length = span.end - span.start;
  }
  return best;
}
