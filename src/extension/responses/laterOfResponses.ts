import * as vscode from 'vscode';
import { documentSchemes } from '../later/documentSchemes.ts';
import { LaterFeature } from '../later/laterFeature.ts';
import { viewTypes } from '../later/viewTypes.ts';
import type { Services } from '../services.ts';
import type { ResponseSessions } from './responseSessions.ts';

/** *Replay as Stream* and *Compare Runtimes*, which few responses are seen in. */
export function laterOfResponses(services: Services, sessions: ResponseSessions): vscode.Disposable {
  const { log } = services;
  const replay = { commands: ['replayStream'], viewType: viewTypes.replay };
  const runtimes = {
    commands: ['compareRuntimes'],
    concerns: ({ scheme }: vscode.Uri) => scheme === documentSchemes.runtime,
  };
  return vscode.Disposable.from(
    new LaterFeature(log, replay, panels => panels.registerReplay(services, sessions)),
    new LaterFeature(log, runtimes, panels => panels.registerRuntimes(services, sessions)),
  );
}
