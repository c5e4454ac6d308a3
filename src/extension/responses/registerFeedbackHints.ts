import * as vscode from 'vscode';
import type { FeedbackMember } from '../../service/feedbackText.ts';
import { toRange } from '../convert.ts';
import { logError } from '../errorTexts.ts';
import type { Services } from '../services.ts';
import type { ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';
import { valuePlace, valueScheme } from './valueTab.ts';

/**
 * Which member of the response each part of the feedback speaks of: beside the text, which stays what the
 * framework sends. A click on a member with Ctrl or Cmd leads to it.
 */
export function registerFeedbackHints({ engine, log }: Services, sessions: ResponseSessions): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    sessions.onDidChange(() => changed.fire()),
    vscode.languages.registerInlayHintsProvider(
      { scheme: valueScheme },
      {
        onDidChangeInlayHints: changed.event,
        async provideInlayHints(document, range) {
          const { id, path } = valuePlace(document.uri);
          const session = path[0] === 'feedback' ? sessions.get(id) : undefined;
          if (!session) return [];
          try {
            const members = await engine.responses.feedbackMembers(id);
            return hintsOf(members, document, session).filter(({ position }) => range.contains(position));
          } catch (error) {
            logError(log, error);
            return [];
          }
        },
      },
    ),
  );
}

/** At the end of the line; of a line that speaks of several members, behind the words about each. */
function hintsOf(
  members: readonly FeedbackMember[],
  document: vscode.TextDocument,
  session: ResponseSession,
): readonly vscode.InlayHint[] {
  const lines = members.map(({ offset }) => document.positionAt(offset).line);
  return members.map((member, i) => {
    const isAlone = lines.filter(line => line === lines[i]).length === 1;
    const position = isAlone ? document.lineAt(lines[i]!).range.end : document.positionAt(member.offset);
    const part = new vscode.InlayHintLabelPart(`← ${member.path || '/'} · ${member.cause}`);
    part.tooltip = vscode.l10n.t('Wanted: {0}. The response has: {1}.', member.wanted, member.got);
    const place = placeOf(member, session);
    if (place) part.location = place;
    const hint = new vscode.InlayHint(position, [part]);
    hint.paddingLeft = true;
    return hint;
  });
}

/** Where the member stands in the response; `undefined` where it stands in no editor, or in the arguments of a call. */
function placeOf({ path, cause }: FeedbackMember, session: ResponseSession): vscode.Location | undefined {
  const { document, span, state } = session;
  const violations = (state.kind === 'parsed' && state.model.error?.violations) || [];
  const own = violations.find(each => each.path === (path || '/') && each.cause === cause);
  if (!document || !own) return undefined;
  const range = toRange(document, { start: span.start + own.span.start, end: span.start + own.span.end });
  return new vscode.Location(document.uri, range);
}
