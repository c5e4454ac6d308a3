import type { Host } from '../../src/engine/index.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';

/** Node's host, whose analysis of patterns has time on a busy machine as well: its limit is one of the clock, not of work. */
export const patientHost: Host = {
  ...nodeHost,
  analyzePattern: async pattern => nodeHost.analyzePattern?.(pattern, 120_000),
};
