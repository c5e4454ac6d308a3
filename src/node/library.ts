/** `dist/library.js`: what `dist/engine.js`, the door that `engine.ts` describes, loads when something of it is first used. */
import { createEngine } from './door/createEngine.ts';

export { EngineError } from '../engine/index.ts';
export { createEngine };

/** The library with Node's own host, each member made when it is first asked for. */
export const engine = createEngine();
