import { EngineError, type Host, isModelText, type Resources } from '../../engine/index.ts';
import { postJsonTo } from '../../providers/allowedHosts.ts';
import { conversationsService } from '../../service/conversationsService.ts';
import { conversionsService } from '../../service/conversionsService.ts';
import { DefinitionCache } from '../../service/definitionCache.ts';
import { diagnosisService } from '../../service/diagnosisService.ts';
import type { LogsRunner } from '../../service/evaluationLogs.ts';
import { evaluationService } from '../../service/evaluationService.ts';
import { findService } from '../../service/findService.ts';
import type { FormatRequest } from '../../service/formattedPane.ts';
import { instructionService } from '../../service/instructionService.ts';
import { keysService } from '../../service/keysService.ts';
import { modelsService } from '../../service/modelsService.ts';
import { newDefinitionService } from '../../service/newDefinitionService.ts';
import { replayService } from '../../service/replayService.ts';
import { type ReadLargeFile, responsesService } from '../../service/responsesService.ts';
import { robustnessService } from '../../service/robustnessService.ts';
import { runtimesService } from '../../service/runtimesService.ts';
import { samplesService } from '../../service/samplesService.ts';
import { structureService } from '../../service/structureService.ts';
import type { EngineServices } from '../engineServices.ts';
import type { HostFiles } from '../hostFiles.ts';
import { loadedOnce } from '../loadedOnce.ts';
import { channel, connect, type Port, serve, serveLater } from '../rpc.ts';
import type { RunsHost } from '../runs/runsApi.ts';
import { addressedLogs } from './addressedLogs.ts';
import type { interchangeServices } from './interchangeServices.ts';
import type { RunsSurroundings } from './runsThread.ts';

/** What every thread does, whatever it serves. */
export interface ForgettingApi {
  /** Forgets a definition file, because files that its definitions read are others now. */
  forgetDefinitions(fileName: string): Promise<void>;
}

/** What a thread of the engine stands on: all that differs between Node and a browser. */
export interface EnginePlatform {
  /** What the engine cannot do alone, but for files. */
  readonly host: Host;
  /** The address that relative paths of tokenizers start from. */
  readonly workingFolder: string;
  readonly logs: LogsRunner;
  readonly readLargeFile: ReadLargeFile;
  readonly openResponsesLog: RunsSurroundings['openLog'];
  /** What reads and writes other forms of definitions is large, and seldom needed. */
  loadInterchange(): Promise<typeof interchangeServices>;
  /** The network and temporary files, for a conversation in `cwd`. */
  resources(cwd: string, allowedHosts: readonly string[]): Omit<Resources, 'readFile'>;
}

/**
 * Serves the engine in this thread. One bundle for all threads: the one that follows what is typed, the one that reads
 * responses and counts, and the one that formats conversations. `make` gets the extension host's files.
 */
export function serveEngine(port: Port, make: (files: HostFiles) => EnginePlatform): void {
  const { api: files } = connect<HostFiles>(channel(port, 'host'));
  const platform = make(files);
  const logs = addressedLogs(platform.logs, files);
  const host: Host = {
    ...platform.host,
    // Only tokenizers and the texts of models are read this way.
    async readFile(path) {
      const isText = isModelText(path);
      const read = await (isText
        ? files.readModelText(platform.workingFolder, path)
        : files.readTokenizer(platform.workingFolder, path));
      if (read !== 'untrusted') return read;
      if (isText)
        throw new EngineError(
          'FileNotAllowed',
          `${path} is outside of the workspace. It is read only once the workspace is trusted.`,
        );
      throw new EngineError(
        'TokenizerNotTrusted',
        `Tokenizers on disk are loaded only in a trusted workspace. ${path} was not loaded.`,
      );
    },
  };
  const cache = new DefinitionCache(host);

  /** The files that a conversation names, as far as they may be read. */
  const resourcesFor = ({
    cwd,
    folder,
    allowedHosts,
  }: Pick<FormatRequest, 'cwd' | 'folder' | 'allowedHosts'>): Resources => ({
    ...platform.resources(cwd, allowedHosts),
    // Files may be on a file system that only VS Code reaches.
    async readFile(path) {
      const read = await files.readFile(folder, path);
      if (read !== 'outside') return read;
      throw new EngineError(
        'FileNotAllowed',
        `${path} is outside of the workspace. Its folder can be allowed with the setting parserlens.files.allowedFolders.`,
      );
    },
  });

  const caches: { forget(fileName: string): void }[] = [cache];
  const interchange = loadedOnce(async () => {
    const services = (await platform.loadInterchange())(host, {
      logs,
      resourcesFor,
      readImported: (address, path) => files.readImported(address, path),
    });
    caches.push(services);
    return services;
  });
  const forgetting: ForgettingApi = {
    async forgetDefinitions(fileName) {
      for (const each of caches) each.forget(fileName);
    },
  };
  const services: MadeWhenAsked<EngineServices> = {
    instruction: () => instructionService(host, cache),
    keys: () => keysService(cache, host),
    structure: () => structureService(host, cache),
    newDefinition: () => newDefinitionService(host),
    models: () => modelsService(host),
    interchange: async () => (await interchange()).interchange,
    installed: async () => (await interchange()).installed,
    sources: async () => (await interchange()).sources,
    responses: () => responsesService(host, cache, platform.readLargeFile),
    samples: () => samplesService(cache, () => performance.now()),
    conversions: () => conversionsService(host, cache),
    robustness: () => robustnessService(host, cache),
    constraints: async () => (await interchange()).constraints,
    find: () => findService(host, logs),
    replay: () => replayService(host, cache),
    runtimes: () => runtimesService(host, cache),
    diagnosis: () => diagnosisService(cache),
    evaluation: () => evaluationService(host, cache, logs, clock),
    conversations: () => conversationsService({ host, postJsonTo, resourcesFor }),
    runs: async () =>
      (await import('./runsThread.ts')).runsThread({
        host,
        editor: connect<RunsHost>(channel(port, 'runEvents')).api,
        resourcesFor: source => resourcesFor({ ...source, allowedHosts: [] }),
        openLog: platform.openResponsesLog,
      }),
  };
  serve(channel(port, 'forgetting'), forgetting);
  for (const [name, make] of Object.entries<() => object>(services)) serveLater(channel(port, name), loadedOnce(make));
}

/** Services, each made by its first call: most threads serve few. */
type MadeWhenAsked<Services> = { readonly [Name in keyof Services]: () => Services[Name] | Promise<Services[Name]> };

const clock = {
  now: () => performance.now(),
  after(wait: number, run: () => void) {
    const timer = setTimeout(run, wait);
    return () => clearTimeout(timer);
  },
};
