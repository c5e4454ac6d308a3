import { parentPort } from 'node:worker_threads';
import { nodeHost } from '../../node/nodeHost.ts';
import { authoringService } from '../../view/authoringService.ts';
import { responsesService } from '../../view/responsesService.ts';
import { samplesService } from '../../view/samplesService.ts';
import { serve } from '../rpc.ts';
import { readLargeFile } from './largeFile.ts';

// One bundle for both threads: the one that follows what is typed, and the one that reads responses and counts.
serve(
  {
    post: message => parentPort?.postMessage(message),
    onMessage: listener => void parentPort?.on('message', listener),
  },
  { ...authoringService(nodeHost), ...responsesService(nodeHost, readLargeFile), ...samplesService(nodeHost) },
);
