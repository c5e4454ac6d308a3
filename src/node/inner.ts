/** `dist/inner.js`: the engine, once for the library and the command line. Nothing outside the package imports it. */
export * from '../engine/index.ts';
