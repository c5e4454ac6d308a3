import type { ExtensionContext, LogOutputChannel } from 'vscode';
import type { DefinitionStore } from './definitions/definitionStore.ts';
import type { EditorRoom } from './editorRoom.ts';
import type { EngineThreads } from './engineThreads.ts';
import type { EvaluationOpener } from './evaluation/evaluationOpener.ts';
import type { Milestones } from './gettingStarted/milestones.ts';
import type { ModuleWatcher } from './modules/moduleWatcher.ts';
import type { RememberedParsers } from './responses/rememberedParsers.ts';
import type { Runtime } from './runtime/runtime.ts';
import type { SampleStore } from './samples/sampleStore.ts';
import type { SourceHomes } from './sources/sourceHomes.ts';
import type { TabNames } from './tabNames.ts';

/** What every feature gets: made once in `main.ts`, passed in, never global. */
export interface Services {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly engine: EngineThreads;
  readonly runtime: Runtime;
  readonly modules: ModuleWatcher;
  readonly definitions: DefinitionStore;
  readonly samples: SampleStore;
  /** Which definition files hold the samples of sources. */
  readonly sourceHomes: SourceHomes;
  readonly milestones: Milestones;
  readonly parsers: RememberedParsers;
  readonly evaluations: EvaluationOpener;
  readonly editorRoom: EditorRoom;
  readonly tabNames: TabNames;
}
