import * as vscode from 'vscode';
import { isReplayMemory, type ReplaySource } from '../../protocol/replayProtocol.ts';
import { registerCommand } from '../commands.ts';
import type { LoadedFeature } from '../later/loadedFeature.ts';
import { viewTypes } from '../later/viewTypes.ts';
import { previewColumn } from '../previewColumn.ts';
import type { ResponseSession } from '../responses/responseSession.ts';
import { lengthOf, type ResponseSessions } from '../responses/responseSessions.ts';
import type { Services } from '../services.ts';
import { ReplayPanel } from './replayPanel.ts';

/** *Replay as Stream*, and its return after a reload. */
export function registerReplay(services: Services, sessions: ResponseSessions): LoadedFeature {
  let replay: ReplayPanel | undefined;
  const adopt = (panel: vscode.WebviewPanel, source: ReplaySource) => {
    const made = new ReplayPanel(panel, services, source);
    replay = made;
    made.onDidDispose(() => {
      made.dispose();
      if (replay === made) replay = undefined;
    });
  };
  const all = vscode.Disposable.from(
    new vscode.Disposable(() => replay?.dispose()),
    registerCommand(services.log, 'replayStream', (id?: unknown) => {
      const editor = vscode.window.activeTextEditor;
      const session =
        typeof id === 'string'
          ? sessions.get(id)
          : ((editor && sessions.at(editor.document, editor.selection.active)) ?? sessions.current);
      if (!session) throw new Error(vscode.l10n.t('Parse a response first.'));
      const source = sourceOf(session);
      if (replay) return replay.show(source);
      const title = vscode.l10n.t('Replay as Stream');
      adopt(
        vscode.window.createWebviewPanel(viewTypes.replay, title, { viewColumn: previewColumn(), preserveFocus: true }),
        source,
      );
    }),
  );
  return {
    restore(panel, memory) {
      if (!isReplayMemory(memory)) return panel.dispose();
      const { at: _, ...source } = memory;
      adopt(panel, source);
    },
    dispose: () => all.dispose(),
  };
}

function sourceOf({ document, span, uri, definition }: ResponseSession): ReplaySource {
  if (!document) throw new Error(vscode.l10n.t('The response is too long to be replayed.'));
  return {
    uri: uri.toString(),
    span,
    whole: span.start === 0 && span.end === lengthOf(document),
    definition: { uri: definition.uri.toString(), name: definition.name },
  };
}
