import * as vscode from 'vscode';
import { documentSchemes } from '../later/documentSchemes.ts';
import { LaterFeature } from '../later/laterFeature.ts';
import { viewTypes } from '../later/viewTypes.ts';
import type { Services } from '../services.ts';
import type { ResponseSessions } from './responseSessions.ts';

/** *Replay as Stream*, *Compare Runtimes* and *Compare with Installed Framework*, which few responses are seen in; *Save as Sample*, and what is copied for others. */
export function laterOfResponses(services: Services, sessions: ResponseSessions): vscode.Disposable {
  const { log } = services;
  const replay = { commands: ['replayStream'], viewType: viewTypes.replay };
  const runtimes = {
    commands: ['compareRuntimes'],
    concerns: ({ scheme }: vscode.Uri) => scheme === documentSchemes.runtime,
  };
  const installed = {
    commands: ['compareInstalled', 'tryInPython'],
    concerns: ({ scheme }: vscode.Uri) => scheme === documentSchemes.installed,
  };
  const samples = { commands: ['saveAsSample', 'saveShownResult'] };
  const sharing = { commands: ['copyLink', 'copyIssue'] };
  return vscode.Disposable.from(
    new LaterFeature(log, samples, panels => panels.registerSaveAsSample(services, sessions)),
    new LaterFeature(log, sharing, panels => panels.registerSharing(services, sessions)),
    new LaterFeature(log, replay, panels => panels.registerReplay(services, sessions)),
    new LaterFeature(log, runtimes, panels => panels.registerRuntimes(services, sessions)),
    new LaterFeature(log, installed, panels => panels.registerInstalled(services, sessions)),
  );
}
