import * as vscode from 'vscode';
import type { Services } from '../services.ts';
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

/** Parsing responses: commands, lenses, tints, hovers, diagnostics, light bulb, values as documents, the result view. */
export function registerResponses(services: Services): vscode.Disposable {
  const sessions = new ResponseSessions(services);
  const peek = new ValuePeek();
  const values = new ValueDocuments(services, sessions, peek);
  return vscode.Disposable.from(
    sessions,
    peek,
    values,
    new PartColors(sessions),
    registerParseCommands(services, sessions),
    registerLenses(sessions),
    registerResultActions(sessions),
    registerPartHovers(services, sessions, peek),
    registerResponseDiagnostics(sessions),
    registerSaveAsSample(services, sessions),
    registerResultView(services, sessions, values),
  );
}
