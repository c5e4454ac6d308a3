// src/extension/: the only folder that imports vscode; one folder per feature.

import * as vscode from 'vscode';
import { registerAssistants } from './assistants/registerAssistants.ts';
import { setContext } from './commands.ts';
import { laterConversations } from './conversations/laterConversations.ts';
import { registerConversions } from './conversions/registerConversions.ts';
import { DefinitionStore } from './definitions/definitionStore.ts';
import { followHasDefinitions } from './definitions/followHasDefinitions.ts';
import { EditorRoom } from './editorRoom.ts';
import { engineThreads } from './engineThreads.ts';
import { EvaluationOpener } from './evaluation/evaluationOpener.ts';
import { laterEvaluation } from './evaluation/laterEvaluation.ts';
import { Milestones } from './gettingStarted/milestones.ts';
import { registerGettingStarted } from './gettingStarted/registerGettingStarted.ts';
import { registerInstruction } from './instruction/registerInstruction.ts';
import { registerKeys } from './keys/registerKeys.ts';
import { LaterFeature } from './later/laterFeature.ts';
import { laterModels } from './models/laterModels.ts';
import { ModuleWatcher } from './modules/moduleWatcher.ts';
import { registerModules } from './modules/registerModules.ts';
import { laterNewDefinition } from './newDefinition/laterNewDefinition.ts';
import { registerParsersView } from './parsersView/registerParsersView.ts';
import { closeEmptyPreviewGroups } from './previewColumn.ts';
import { registerProblems } from './problems/registerProblems.ts';
import { registerResponses } from './responses/registerResponses.ts';
import { RememberedParsers } from './responses/rememberedParsers.ts';
import { laterRuns } from './runs/laterRuns.ts';
import type { Runtime } from './runtime/runtime.ts';
import { registerSamples } from './samples/registerSamples.ts';
import { SampleStore } from './samples/sampleStore.ts';
import type { Services } from './services.ts';
import { followInSource, registerSources } from './sources/registerSources.ts';
import { SourceHomes } from './sources/sourceHomes.ts';
import { registerPythonHovers } from './structure/references.ts';
import { registerStructure } from './structure/registerStructure.ts';
import { registerWorkspaceSymbols } from './structure/registerWorkspaceSymbols.ts';
import { TabNames } from './tabNames.ts';
import { registerTokens } from './tokens/registerTokens.ts';

/** Registers everything that ParserLens adds to VS Code. Does no I/O; threads and tables start on first use. */
export function start(context: vscode.ExtensionContext, runtime: Runtime): void {
  const log = vscode.window.createOutputChannel('ParserLens', { log: true });
  const engine = engineThreads(runtime);
  const modules = new ModuleWatcher(runtime);
  const definitions = new DefinitionStore(engine, log, modules);
  const sourceHomes = new SourceHomes(definitions);
  const samples = new SampleStore(engine, runtime, definitions, modules, log);
  const milestones = new Milestones();
  const parsers = new RememberedParsers(context.workspaceState);
  const evaluations = new EvaluationOpener();
  const editorRoom = new EditorRoom();
  const services: Services = {
    context,
    log,
    engine,
    runtime,
    modules,
    definitions,
    samples,
    sourceHomes,
    milestones,
    parsers,
    evaluations,
    editorRoom,
    tabNames: new TabNames(),
  };
  // What asks an installed Python has no entry where there can be none.
  void setContext('runsPython', runtime.modules !== undefined);
  const runs = laterRuns(services);
  const interchange = ['exportDefinition', 'importDefinition', 'importSelection'];
  context.subscriptions.push(
    log,
    engine,
    modules,
    definitions,
    followHasDefinitions(definitions, log),
    followInSource(),
    sourceHomes,
    samples,
    editorRoom,
    closeEmptyPreviewGroups(),
    registerProblems(services),
    registerKeys(services),
    registerInstruction(services),
    registerResponses(services),
    runs,
    registerSamples(services, runs),
    registerTokens(services),
    laterConversations(services),
    laterModels(services),
    laterEvaluation(services),
    registerModules(services),
    registerPythonHovers(services),
    registerWorkspaceSymbols(services),
    registerStructure(services),
    registerSources(services),
    registerConversions(services),
    new LaterFeature(log, { commands: interchange }, panels => panels.registerInterchange(services)),
    laterNewDefinition(services),
    registerGettingStarted(services),
    registerParsersView(services),
    registerAssistants(services),
  );
}
