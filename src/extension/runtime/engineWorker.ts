import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { Host } from '../../engine/index.ts';
import { nodeHost } from '../../node/nodeHost.ts';
import { nodeResources } from '../../node/nodeResources.ts';
import { postJsonTo } from '../../node/postJson.ts';
import { authoringService } from '../../view/authoringService.ts';
import { conversationsService } from '../../view/conversationsService.ts';
import { conversionsService } from '../../view/conversionsService.ts';
import { fitService } from '../../view/fitService.ts';
import { interchangeService } from '../../view/interchangeService.ts';
import { languageService } from '../../view/languageService.ts';
import { lastReadings } from '../../view/lastReadings.ts';
import { responsesService } from '../../view/responsesService.ts';
import { robustnessService } from '../../view/robustnessService.ts';
import { samplesService } from '../../view/samplesService.ts';
import { startersService } from '../../view/startersService.ts';
import { structureService } from '../../view/structureService.ts';
import type { HostFiles } from '../hostFiles.ts';
import { channel, connect, type Port, serve } from '../rpc.ts';
import { readLargeFile } from './largeFile.ts';

const port: Port = {
  post: message => parentPort?.postMessage(message),
  onMessage: listener => void parentPort?.on('message', listener),
};
const { api: files } = connect<HostFiles>(channel(port, 'host'));
const workingFolder = pathToFileURL(`${process.cwd()}/`).href;
const host: Host = {
  ...nodeHost,
  readFile: path => files.readFile(workingFolder, path),
  // Asked every time: trust may be granted while the thread runs.
  runModule: async (job, limitMs) => ((await files.mayRunModules()) ? nodeHost.runModule?.(job, limitMs) : undefined),
};
const read = lastReadings();

// One bundle for all threads: the one that follows what is typed, the one that reads responses and counts, and the one
// that formats conversations.
serve(channel(port, 'engine'), {
  ...authoringService(host, read),
  ...languageService(read),
  ...structureService(host),
  ...startersService(host),
  ...interchangeService(read),
  ...responsesService(host, readLargeFile),
  ...samplesService(host, () => performance.now()),
  ...conversionsService(host),
  ...robustnessService(host),
  ...fitService(host),
  ...conversationsService({
    host,
    postJsonTo,
    resourcesFor: ({ cwd, folder, allowedHosts }) => ({
      ...nodeResources(cwd, allowedHosts),
      // Files may be on a file system that only VS Code reaches.
      readFile: path => files.readFile(folder, path),
    }),
  }),
});
