import type { ExportFormat, ImportFormat } from './interchange.ts';

/** Every form that definitions can be written in, in the order in which pickers show them. */
export const exportFormats: readonly ExportFormat[] = [];

/** Every form that definitions can be read from, in the order in which they are tried. */
export const importFormats: readonly ImportFormat[] = [];
