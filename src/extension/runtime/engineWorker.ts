import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { EngineError, type Host, type Resources } from '../../engine/index.ts';
import { runModule, runModules } from '../../node/modules/moduleRunner.ts';
import { nodeHost } from '../../node/nodeHost.ts';
import { nodeResources } from '../../node/nodeResources.ts';
import { TempFiles } from '../../node/tempFiles.ts';
import { postJsonTo } from '../../providers/postJson.ts';
import { conversationsService } from '../../service/conversationsService.ts';
import { conversionsService } from '../../service/conversionsService.ts';
import { DefinitionCache } from '../../service/definitionCache.ts';
import { diagnosisService } from '../../service/diagnosisService.ts';
import { evaluationService } from '../../service/evaluationService.ts';
import { findService } from '../../service/findService.ts';
import type { FormatRequest } from '../../service/formattedPane.ts';
import { installedService } from '../../service/installedService.ts';
import { instructionService } from '../../service/instructionService.ts';
import { interchangeService } from '../../service/interchangeService.ts';
import { keysService } from '../../service/keysService.ts';
import { newDefinitionService } from '../../service/newDefinitionService.ts';
import { replayService } from '../../service/replayService.ts';
import { responsesService } from '../../service/responsesService.ts';
import { robustnessService } from '../../service/robustnessService.ts';
import { runtimesService } from '../../service/runtimesService.ts';
import { samplesService } from '../../service/samplesService.ts';
import { structureService } from '../../service/structureService.ts';
import type { HostFiles } from '../hostFiles.ts';
import { channel, connect, type Port, serve } from '../rpc.ts';
import type { RunsApi, RunsHost } from '../runs/runsApi.ts';
import { evaluationRunner } from './evaluationRunner.ts';
import { readLargeFile } from './largeFile.ts';
import type { EngineWorkerData } from './nodeRuntime.ts';

const port: Port = {
  post: message => parentPort?.postMessage(message),
  onMessage: listener => void parentPort?.on('message', listener),
};
const { api: files } = connect<HostFiles>(channel(port, 'host'));
const workingFolder = pathToFileURL(`${process.cwd()}/`).href;
const host: Host = {
  ...nodeHost,
  // Only tokenizers are read this way.
  async readFile(path) {
    const read = await files.readTokenizer(workingFolder, path);
    if (read !== 'untrusted') return read;
    throw new EngineError(
      'TokenizerNotTrusted',
      `Tokenizers on disk are loaded only in a trusted workspace. ${path} was not loaded.`,
    );
  },
  // Asked every time: trust may be granted while the thread runs.
  runModule: async (job, limitMs) =>
    (await files.mayRunModules()) ? runModule(job, limitMs, files.askModule) : undefined,
  runModules: async (jobs, limitMs) =>
    (await files.mayRunModules()) ? runModules(jobs, limitMs, files.askModuleEach) : undefined,
};
// The extension host removes them: this thread may be ended at any time.
const { tempFolder, codeCache } = workerData as EngineWorkerData;
const tempFiles = new TempFiles(tempFolder);
const cache = new DefinitionCache(host);
const logs = evaluationRunner(host, codeCache);

/** The files that a conversation names, as far as they may be read. */
const resourcesFor = ({
  cwd,
  folder,
  allowedHosts,
}: Pick<FormatRequest, 'cwd' | 'folder' | 'allowedHosts'>): Resources => ({
  ...nodeResources(cwd, allowedHosts),
  // Files may be on a file system that only VS Code reaches.
  async readFile(path) {
    const read = await files.readFile(folder, path);
    if (read !== 'outside') return read;
    throw new EngineError(
      'FileNotAllowed',
      `${path} is outside of the workspace. Its folder can be allowed with the setting parserlens.files.allowedFolders.`,
    );
  },
  writeTemp: (bytes, suffix) => tempFiles.write(bytes, suffix),
});

const clock = {
  now: () => performance.now(),
  after(wait: number, run: () => void) {
    const timer = setTimeout(run, wait);
    return () => clearTimeout(timer);
  },
};

/** Whoever asks models is loaded by the first call: most threads never do. */
let runs: Promise<RunsApi> | undefined;
const loadRuns = (): Promise<RunsApi> => {
  runs ??= import('./runsThread.ts').then(({ runsThread }) =>
    runsThread({
      host,
      editor: connect<RunsHost>(channel(port, 'runs')).api,
      resourcesFor: source => resourcesFor({ ...source, allowedHosts: [] }),
    }),
  );
  return runs;
};
const runsApi: RunsApi = {
  tasksOf: async (...args) => (await loadRuns()).tasksOf(...args),
  parserNamedIn: async (...args) => (await loadRuns()).parserNamedIn(...args),
  addressProblem: async (...args) => (await loadRuns()).addressProblem(...args),
  requestFor: async (...args) => (await loadRuns()).requestFor(...args),
  run: async (...args) => (await loadRuns()).run(...args),
  cancelRuns: async (...args) => (await loadRuns()).cancelRuns(...args),
  pauseRuns: async (...args) => (await loadRuns()).pauseRuns(...args),
  languageModelText: async (...args) => (await loadRuns()).languageModelText(...args),
};

// One bundle for all threads: the one that follows what is typed, the one that reads responses and counts, and the one
// that formats conversations.
serve(channel(port, 'engine'), {
  ...instructionService(host, cache),
  ...keysService(cache, host),
  ...structureService(host, cache),
  ...newDefinitionService(host),
  ...interchangeService(cache),
  ...responsesService(host, cache, readLargeFile),
  ...samplesService(cache, () => performance.now()),
  ...conversionsService(host, cache),
  ...robustnessService(host, cache),
  ...findService(host, logs),
  ...replayService(cache),
  ...runtimesService(host, cache),
  ...installedService(host, cache),
  ...diagnosisService(cache),
  ...evaluationService(host, cache, logs, clock),
  ...conversationsService({ host, postJsonTo, resourcesFor }),
  ...runsApi,
});
