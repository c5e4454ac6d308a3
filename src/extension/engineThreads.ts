import * as vscode from 'vscode';
import type { ConversationsApi } from '../service/conversationsService.ts';
import type { ConversionsApi } from '../service/conversionsService.ts';
import type { DiagnosisApi } from '../service/diagnosisService.ts';
import type { EvaluationApi } from '../service/evaluationApi.ts';
import type { FindApi } from '../service/findService.ts';
import type { InstalledApi } from '../service/installedService.ts';
import type { InstructionApi } from '../service/instructionService.ts';
import type { InterchangeApi } from '../service/interchangeService.ts';
import type { KeysApi } from '../service/keysService.ts';
import type { ModelsApi } from '../service/modelsService.ts';
import type { NewDefinitionApi } from '../service/newDefinitionService.ts';
import type { ReplayApi } from '../service/replayService.ts';
import type { ResponsesApi } from '../service/responsesService.ts';
import type { RobustnessApi } from '../service/robustnessService.ts';
import type { RuntimesApi } from '../service/runtimesService.ts';
import type { SamplesApi } from '../service/samplesService.ts';
import type { SourcesApi } from '../service/sourcesService.ts';
import type { StructureApi } from '../service/structureService.ts';
import { hostFiles } from './hostFiles.ts';
import { channel, connect, serve } from './rpc.ts';
import { RunEvents } from './runs/runEvents.ts';
import type { RunsApi } from './runs/runsApi.ts';
import type { EngineThread, Runtime } from './runtime/runtime.ts';
import type { ForgettingApi } from './runtime/serveEngine.ts';

/**
 * The engine's threads, each started on first use and started again after it died. Several, so that a keystroke in a
 * definition never waits for a response of ten megabytes, and neither for a conversation of as many or for ten thousand samples.
 */
export class EngineThreads implements vscode.Disposable {
  readonly #runtime: Runtime;
  readonly #definitions: Restarting<InstructionApi & KeysApi & StructureApi & NewDefinitionApi & SourcesApi>;
  readonly #responses: Restarting<ResponsesApi>;
  readonly #samples: Restarting<SamplesApi & ConversionsApi & RobustnessApi>;
  readonly #conversations: Restarting<ConversationsApi>;
  readonly #find: Restarting<FindApi & InterchangeApi & ReplayApi & RuntimesApi & InstalledApi>;
  readonly #runs: Restarting<RunsApi>;
  readonly #diagnosis: Restarting<DiagnosisApi>;
  readonly #models: Restarting<ModelsApi>;
  readonly #evaluation: Restarting<EvaluationApi>;
  readonly #evaluationStopped = new vscode.EventEmitter<void>();
  readonly #conversationsStopped = new vscode.EventEmitter<void>();
  readonly #responsesStopped = new vscode.EventEmitter<{ readonly crashed: boolean }>();

  /** What the thread that asks models tells of its runs. */
  readonly runEvents = new RunEvents();

  /** Fires when the thread that keeps the parsed responses ended, and their results with it; `crashed`: not because it was asked to. */
  readonly onDidStopResponses: vscode.Event<{ readonly crashed: boolean }> = this.#responsesStopped.event;

  /** Fires when the thread that keeps the conversations ended, and its results with it. */
  readonly onDidStopConversations: vscode.Event<void> = this.#conversationsStopped.event;

  /** Fires when the thread that keeps the evaluations ended, and their rows with it. */
  readonly onDidStopEvaluation: vscode.Event<void> = this.#evaluationStopped.event;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#evaluation = new Restarting(runtime, () => this.#evaluationStopped.fire());
    this.#conversations = new Restarting(runtime, () => this.#conversationsStopped.fire());
    this.#definitions = new Restarting(runtime, () => {});
    this.#find = new Restarting(runtime, () => {});
    this.#runs = new Restarting(runtime, () => {}, this.runEvents);
    this.#diagnosis = new Restarting(runtime, () => {});
    this.#models = new Restarting(runtime, () => {});
    this.#samples = new Restarting(runtime, () => {});
    this.#responses = new Restarting(runtime, () => this.#responsesStopped.fire({ crashed: true }));
  }

  /** What the user starts with, where definitions are read. */
  get newDefinition(): NewDefinitionApi {
    return this.#definitions.api;
  }

  /** Reads definitions and renders instructions. Holds no state between calls. */
  get instruction(): InstructionApi {
    return this.#definitions.api;
  }

  /** Reads definitions from sources, where those of files are read. */
  get sources(): SourcesApi {
    return this.#definitions.api;
  }

  /** What lenses, links and outlines ask of a definition file, where definitions are read. */
  get structure(): StructureApi {
    return this.#definitions.api;
  }

  /** Knows the keys at a place of a definition, where definitions are read. Holds no state between calls. */
  get keys(): KeysApi {
    return this.#definitions.api;
  }

  /** Parses responses, keeps their results, counts tokens. */
  get responses(): ResponsesApi {
    return this.#responses.api;
  }

  /** Judges samples. Keeps nothing that cannot be made again. */
  get samples(): SamplesApi {
    return this.#samples.api;
  }

  /** Converts definitions, where samples are judged: their samples are. */
  get conversions(): ConversionsApi {
    return this.#samples.api;
  }

  /** Mutates samples, where they are judged. Holds no state between calls. */
  get robustness(): RobustnessApi {
    return this.#samples.api;
  }

  /** Finds parsers for responses. Holds no state between calls. */
  get find(): FindApi {
    return this.#find.api;
  }

  /** Reads the templates of models, whose files may be large. Holds no state between calls. */
  get models(): ModelsApi {
    return this.#models.api;
  }

  /** Tells why responses do not read. Holds no state between calls. */
  get diagnosis(): DiagnosisApi {
    return this.#diagnosis.api;
  }

  /** Evaluates logs, and keeps what became of their rows. */
  get evaluation(): EvaluationApi {
    return this.#evaluation.api;
  }

  /** Starts the thread that evaluates before there is something to evaluate: it has the engine to load. */
  warmEvaluation(): void {
    void this.#evaluation.api;
  }

  /** Writes definitions in other forms and reads them from there. Holds no state between calls. */
  get interchange(): InterchangeApi {
    return this.#find.api;
  }

  /** Replays responses as streams. Holds no state between calls. */
  get replay(): ReplayApi {
    return this.#find.api;
  }

  /** Compares the runtimes that have a definition's class. Holds no state between calls. */
  get runtimes(): RuntimesApi {
    return this.#find.api;
  }

  /** Compares definitions with the framework that is installed, where others are compared. Holds no state between calls. */
  get installed(): InstalledApi {
    return this.#find.api;
  }

  /** Asks models. */
  get runs(): RunsApi {
    return this.#runs.api;
  }

  /** Formats conversations and keeps the payloads. */
  get conversations(): ConversationsApi {
    return this.#conversations.api;
  }

  /** Lets every thread forget a definition file, because files that its definitions read are others now. */
  forgetDefinitions(fileName: string): void {
    const threads = [this.#definitions, this.#responses, this.#samples, this.#find, this.#diagnosis, this.#evaluation];
    for (const thread of threads) thread.forgetDefinitions(fileName);
  }

  /** Ends the thread of the responses, whatever it is doing, and rejects what waits for it; the next call starts another. */
  stopResponses(): void {
    this.#responses.dispose(vscode.l10n.t('Cancelled.'));
    this.#responsesStopped.fire({ crashed: false });
  }

  /** Ends the search for parsers, or the export or import, whatever is under way. */
  stopFit(): void {
    this.#find.dispose(vscode.l10n.t('Cancelled.'));
  }

  /** Ends what is asked of models' templates. */
  stopModels(): void {
    this.#models.dispose(vscode.l10n.t('Cancelled.'));
  }

  /** Ends the diagnosis that is under way. */
  stopDiagnosis(): void {
    this.#diagnosis.dispose(vscode.l10n.t('Cancelled.'));
  }

  dispose(): void {
    this.#runtime.modules?.dispose();
    this.#find.dispose('ParserLens was closed.');
    this.#runs.dispose('ParserLens was closed.');
    this.#diagnosis.dispose('ParserLens was closed.');
    this.#models.dispose('ParserLens was closed.');
    this.#evaluation.dispose('ParserLens was closed.');
    this.#definitions.dispose('ParserLens was closed.');
    this.#samples.dispose('ParserLens was closed.');
    this.#responses.dispose('ParserLens was closed.');
    this.#conversations.dispose('ParserLens was closed.');
    this.#runtime.dispose?.();
    this.#responsesStopped.dispose();
    this.#conversationsStopped.dispose();
    this.#evaluationStopped.dispose();
  }
}

class Restarting<A extends object> {
  readonly #runtime: Runtime;
  readonly #died: () => void;
  readonly #told: RunEvents | undefined;
  #running: { thread: EngineThread; api: A & ForgettingApi; close(reason: Error): void } | undefined;

  /** `told`: what the thread may tell the host beside asking it for files. */
  constructor(runtime: Runtime, died: () => void, told?: RunEvents) {
    this.#runtime = runtime;
    this.#told = told;
    this.#died = died;
  }

  get api(): A {
    if (this.#running) return this.#running.api;
    const thread = this.#runtime.startEngineThread();
    const running = { thread, ...connect<A & ForgettingApi>(channel(thread, 'engine')) };
    serve(channel(thread, 'host'), hostFiles(this.#runtime));
    if (this.#told) serve(channel(thread, 'runs'), this.#told);
    thread.onExit(reason => {
      if (this.#running !== running) return;
      this.#running = undefined;
      running.close(reason);
      this.#died();
    });
    this.#running = running;
    return running.api;
  }

  /** A thread that does not run has nothing to forget. */
  forgetDefinitions(fileName: string): void {
    this.#running?.api.forgetDefinitions(fileName).catch(() => undefined);
  }

  dispose(reason: string): void {
    this.#running?.thread.terminate();
    this.#running?.close(new Error(reason));
    this.#running = undefined;
  }
}
