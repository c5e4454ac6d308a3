import { createParser, EngineError, type Host, readDefinitions } from '../engine/index.ts';
import type { ErrorView } from './protocol.ts';

/** The whole instruction of a definition; why there is none; or, where it is longer than was asked for, its length in UTF-16 units. */
export type InstructionText = { readonly text: string } | { readonly error: ErrorView } | { readonly length: number };

/** One definition, to be read alone. */
export interface OneDefinition {
  readonly name: string;
  /** The definition's object as it stands in the file. */
  readonly text: string;
  /** The file's whole address: modules are relative to it. */
  readonly fileName: string;
}

/** What lenses, links and outlines ask of a definition file: plain data in, plain data out. */
export interface StructureApi {
  /** The instruction of one definition; `undefined` where the text holds none that can be read. */
  instructionText(definition: OneDefinition, maxLength: number): Promise<InstructionText | undefined>;
}

/** The service over the engine. */
export function structureService(host: Host): StructureApi {
  return {
    async instructionText({ name, text, fileName }, maxLength) {
      const alone = `{"parsers": {${JSON.stringify(name)}: ${text}\n}}`;
      const [definition] = readDefinitions(alone, fileName).definitions;
      if (!definition) return undefined;
      try {
        const parser = createParser(definition, host);
        await parser.prepare();
        const instruction = parser.formatInstruction();
        return instruction.length > maxLength ? { length: instruction.length } : { text: instruction };
      } catch (error) {
        if (error instanceof EngineError) return { error: { class: error.class, message: error.message } };
        throw error;
      }
    },
  };
}
