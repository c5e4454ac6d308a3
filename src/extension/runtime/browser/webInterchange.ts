import { interchangeServices } from '../interchangeServices.ts';

/** `dist/web/interchange.js`: run in a worker of the engine by the first call. */
const scope = globalThis as unknown as { parserlensInterchange: typeof interchangeServices };
scope.parserlensInterchange = interchangeServices;
