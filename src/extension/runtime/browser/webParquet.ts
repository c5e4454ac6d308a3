import { unzstd } from '../../../portable/formats/unzstd.ts';
import { serveTable } from './serveTable.ts';

/** `dist/web/parquet.js`: what reads Parquet and zstd, loaded with the first such file. Parquet is read in a worker of its own. */
(globalThis as { parserlensFormats?: object }).parserlensFormats = { unzstd, serveTable };
