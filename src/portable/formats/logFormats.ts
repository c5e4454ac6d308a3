// `dist/logFormats.js`: what reads Parquet and zstd, in JavaScript alone and without Node. Loaded when a log is such a file.

export { default as xxhash } from 'xxhash-wasm';
export { openParquet } from './parquetFile.ts';
export { ZstdFrames } from './zstdFrames.ts';
