import * as vscode from 'vscode';
import { registerConversations } from './conversations/registerConversations.ts';
import { DefinitionStore } from './definitions/definitionStore.ts';
import { registerDiagnostics } from './diagnostics/registerDiagnostics.ts';
import { EngineThreads } from './engineThreads.ts';
import { registerPreview } from './preview/registerPreview.ts';
import { registerResponses } from './responses/registerResponses.ts';
import type { Runtime } from './runtime/runtime.ts';
import type { Services } from './services.ts';
import { registerTokens } from './tokens/registerTokens.ts';

/** Registers everything that ParserLens adds to VS Code. Does no I/O; threads and tables start on first use. */
export function start(context: vscode.ExtensionContext, runtime: Runtime): void {
  const log = vscode.window.createOutputChannel('ParserLens', { log: true });
  const engine = new EngineThreads(runtime);
  const definitions = new DefinitionStore(engine, log);
  const services: Services = { context, log, engine, definitions };
  context.subscriptions.push(
    log,
    engine,
    definitions,
    registerDiagnostics(services),
    registerPreview(services),
    registerResponses(services),
    registerTokens(services),
    registerConversations(services),
  );
}
