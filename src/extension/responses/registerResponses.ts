import * as vscode from 'vscode';
import { registerEditorTools } from '../assistants/registerEditorTools.ts';
import { Diagnoses } from '../diagnosis/diagnoses.ts';
import { registerRepairActions } from '../diagnosis/registerRepairActions.ts';
import { registerRepairs } from '../diagnosis/registerRepairs.ts';
import type { Services } from '../services.ts';
import { KeptResults } from './keptResults.ts';
import { laterOfResponses } from './laterOfResponses.ts';
import { PartColors } from './partColors.ts';
import { registerLenses } from './registerLenses.ts';
import { registerParseCommands } from './registerParseCommands.ts';
import { registerPartHovers } from './registerPartHovers.ts';
import { registerResponseDiagnostics } from './registerResponseDiagnostics.ts';
import { registerResultActions } from './registerResultActions.ts';
import { registerResultView } from './registerResultView.ts';
import { registerToldHints } from './registerToldHints.ts';
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
    registerToldHints(services, sessions),
    registerEditorTools(sessions),
    registerResultView(services, sessions, diagnoses, values),
  );
}
