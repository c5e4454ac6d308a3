import { unzstd } from '../../../portable/formats/unzstd.ts';
import { webTable } from './webTable.ts';

/** `dist/web/parquet.js`: what reads Parquet and zstd, which a worker loads with the first such file. */
(globalThis as { parserlensFormats?: object }).parserlensFormats = { webTable, unzstd };
