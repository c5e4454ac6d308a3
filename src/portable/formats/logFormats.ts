// `dist/logFormats.js`: what reads Parquet and zstd, in JavaScript alone and without Node. Loaded when a log is such a file.

export { Decompress } from 'fzstd';
export { openParquet } from './parquetFile.ts';
