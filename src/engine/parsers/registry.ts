import type { ParserType } from './parserType.ts';

/** Every parser type that ParserLens knows, in the order in which pickers show them. */
export const parserTypes: readonly ParserType[] = [];
