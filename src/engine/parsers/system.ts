import type { ParserType } from './parserType.ts';

/** What a system brings: the one face of its folder, which `systems/registry.ts` alone lists. */
export interface System {
  /** The framework's name, as pickers and tables show it. */
  readonly name: string;
  /** Its parser types, in the order in which pickers show them. */
  readonly types: readonly ParserType[];
}
