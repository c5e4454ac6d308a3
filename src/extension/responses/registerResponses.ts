import * as vscode from 'vscode';
import { registerEditorTools } from '../assistants/editorTools.ts';
import { Diagnoses } from '../diagnosis/diagnoses.ts';
import { registerRepairActions } from '../diagnosis/repairActions.ts';
import { registerRepairs } from '../diagnosis/repairCommands.ts';
import { registerReplay } from '../replay/registerReplay.ts';
import { registerRuntimes } from '../runtimes/registerRuntimes.ts';
import type { Services } from '../services.ts';
import { registerSharing } from '../sharing/registerSharing.ts';
import { registerLenses } from './lensProvider.ts';
import { registerParseCommands } from './parseCommands.ts';
import { PartColors } from './partColors.ts';
import { registerPartHovers } from './partHovers.ts';
import { registerResponseDiagnostics } from './responseDiagnostics.ts';
import { ResponseSessions } from './responseSessions.ts';
import { registerResultActions } from './resultActions.ts';
import { registerResultView } from './resultView.ts';
import { registerSaveAsSample } from './saveAsSample.ts';
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
    registerParseCommands(services, sessions),
    registerLenses(sessions, diagnoses),
    registerRepairActions(sessions, diagnoses),
    registerRepairs(services, sessions, diagnoses),
    registerResultActions(sessions),
    registerPartHovers(services, sessions, peek),
    registerResponseDiagnostics(sessions, diagnoses),
    registerReplay(services, sessions),
    registerRuntimes(services, sessions),
    registerSaveAsSample(services, sessions),
    registerSharing(services, sessions),
    registerEditorTools(sessions),
    registerResultView(services, sessions, diagnoses, values),
  );
}
