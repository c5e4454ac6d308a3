import * as vscode from 'vscode';
import { registerEditorTools } from '../assistants/registerEditorTools.ts';
import { Diagnoses } from '../diagnosis/diagnoses.ts';
import { registerRepairActions, registerRepairs } from '../diagnosis/registerRepairs.ts';
import { documentSchemes, viewTypes } from '../later/documentSchemes.ts';
import { LaterFeature } from '../later/laterFeature.ts';
import type { Services } from '../services.ts';
import { KeptResults } from './keptResults.ts';
import { PartColors } from './partColors.ts';
import { registerFeedbackHints } from './registerFeedbackHints.ts';
import { registerLenses } from './registerLenses.ts';
import { registerParseCommands } from './registerParseCommands.ts';
import { registerPartHovers } from './registerPartHovers.ts';
import { registerResponseDiagnostics } from './registerResponseDiagnostics.ts';
import { registerResultActions, registerResultView } from './registerResultView.ts';
import { ResponseSessions } from './responseSessions.ts';
import { ValueDocuments } from './valueDocuments.ts';
import { ValuePeek } from './valuePeek.ts';

/** Parsing responses: commands, lenses, tints, hovers, diagnostics, repairs, light bulb, values as documents, the result view. */
export function registerResponses(services: Services): vscode.Disposable {
  const sessions = new ResponseSessions(services);
  const diagnoses = new Diagnoses(services, sessions);
  const peek = new ValuePeek();
  const values = new ValueDocuments(services, sessions, peek);
  return vscode.Disposable.from(
    sessions,
    diagnoses,
    peek,
    values,
    new PartColors(sessions),
    new KeptResults(services, sessions),
    registerParseCommands(services, sessions),
    registerLenses(services, sessions, diagnoses),
    registerRepairActions(sessions, diagnoses),
    registerRepairs(services, sessions, diagnoses),
    registerResultActions(sessions),
    registerPartHovers(services, sessions, peek),
    registerResponseDiagnostics(sessions, diagnoses),
    laterOfResponses(services, sessions),
    registerFeedbackHints(services, sessions),
    registerEditorTools(sessions),
    registerResultView(services, sessions, diagnoses, values),
  );
}

/** *Replay as Stream*, *Compare Runtimes* and *Compare with Installed Framework*, which few responses are seen in; *Save as Sample*, and what is copied for others. */
function laterOfResponses(services: Services, sessions: ResponseSessions): vscode.Disposable {
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
