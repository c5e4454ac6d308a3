import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { registerLenses } from './lensProvider.ts';
import { registerParseCommands } from './parseCommands.ts';
import { PartColors } from './partColors.ts';
import { registerPartHovers } from './partHovers.ts';
import { registerResponseDiagnostics } from './responseDiagnostics.ts';
import { ResponseSessions } from './responseSessions.ts';
import { registerResultView } from './resultView.ts';
import { registerSaveAsSample } from './saveAsSample.ts';
import { ValueDocuments } from './valueDocuments.ts';

/** Parsing responses: commands, lenses, tints, hovers, diagnostics, values as documents, the result view. */
export function registerResponses(services: Services): vscode.Disposable {
  const sessions = new ResponseSessions(services);
  const values = new ValueDocuments(services, sessions);
  return vscode.Disposable.from(
    sessions,
    values,
    new PartColors(sessions),
    registerParseCommands(services, sessions),
    registerLenses(sessions),
    registerPartHovers(services, sessions),
    registerResponseDiagnostics(sessions),
    registerSaveAsSample(services, sessions),
    registerResultView(services, sessions, values),
  );
}
