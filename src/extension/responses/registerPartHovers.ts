import * as vscode from 'vscode';
import type { PartModel } from '../../views/responseModel.ts';
import { appendLink } from '../commands.ts';
import { toRange } from '../convert.ts';
import type { Services } from '../services.ts';
import { counterFor, countText } from '../tokens/tokenizers.ts';
import { destinationWords } from './destinationWords.ts';
import type { ResponseSessions } from './responseSessions.ts';
import { valueCommand } from './valueDocuments.ts';
import type { ValuePeek } from './valuePeek.ts';

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
