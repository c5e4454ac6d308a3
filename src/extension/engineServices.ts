import type { ConstraintsApi } from '../service/constraintsService.ts';
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
import type { RunsApi } from './runs/runsApi.ts';

/**
 * The engine as the editor asks it: a service a feature. Its name is that of its channel between the threads; `serveEngine`
 * makes it, and `threadOf` says which thread it is made in.
 */
export interface EngineServices {
  /** Reads definitions and renders instructions. */
  readonly instruction: InstructionApi;
  /** Knows the keys at a place of a definition. */
  readonly keys: KeysApi;
  /** What lenses, links and outlines ask of a definition file. */
  readonly structure: StructureApi;
  /** What the user starts with. */
  readonly newDefinition: NewDefinitionApi;
  /** Reads definitions from sources. */
  readonly sources: SourcesApi;
  /** Parses responses, keeps their results, counts tokens. */
  readonly responses: ResponsesApi;
  /** Judges samples. Keeps nothing that cannot be made again. */
  readonly samples: SamplesApi;
  /** Converts definitions with their samples. */
  readonly conversions: ConversionsApi;
  /** Mutates samples. */
  readonly robustness: RobustnessApi;
  /** Makes the constraints of definitions, which are proved. */
  readonly constraints: ConstraintsApi;
  /** Finds parsers for responses. */
  readonly find: FindApi;
  /** Writes definitions in other forms and reads them from there. */
  readonly interchange: InterchangeApi;
  /** Replays responses as streams. */
  readonly replay: ReplayApi;
  /** Compares the runtimes that have a definition's class. */
  readonly runtimes: RuntimesApi;
  /** Compares definitions with the framework that is installed. */
  readonly installed: InstalledApi;
  /** Reads the templates of models, whose files may be large. */
  readonly models: ModelsApi;
  /** Tells why responses do not read. */
  readonly diagnosis: DiagnosisApi;
  /** Evaluates logs, and keeps what became of their rows. */
  readonly evaluation: EvaluationApi;
  /** Formats conversations and keeps the payloads. */
  readonly conversations: ConversationsApi;
  /** Asks models. */
  readonly runs: RunsApi;
}

/** A service's name, and its channel's. */
export type ServiceName = keyof EngineServices;

/**
 * The thread of each service. Several, so that a keystroke in a definition never waits for a response of ten megabytes, and
 * neither for a conversation of as many or for ten thousand samples.
 */
export const threadOf = {
  instruction: 'definitions',
  keys: 'definitions',
  structure: 'definitions',
  newDefinition: 'definitions',
  sources: 'definitions',
  responses: 'responses',
  samples: 'samples',
  conversions: 'samples',
  robustness: 'samples',
  constraints: 'samples',
  find: 'find',
  interchange: 'find',
  replay: 'find',
  runtimes: 'find',
  installed: 'find',
  models: 'models',
  diagnosis: 'diagnosis',
  evaluation: 'evaluation',
  conversations: 'conversations',
  runs: 'runs',
} as const satisfies Readonly<Record<ServiceName, string>>;
