import { type Conversion, convertType, type Host, readDefinitions } from '../engine/index.ts';
import type { SampleFile } from './samplesService.ts';

/** A definition to be converted, with the texts of the files that its samples name. */
export interface ConversionsRequest {
  readonly text: string;
  readonly fileName: string;
  readonly name: string;
  readonly files: Readonly<Record<string, SampleFile>>;
}

/** Converts definitions. Runs where responses are parsed: every sample is read twice. */
export interface ConversionsApi {
  conversions(request: ConversionsRequest): Promise<readonly Conversion[]>;
}

/** The service over the engine. */
export function conversionsService(host: Host): ConversionsApi {
  return {
    async conversions({ text, fileName, name, files }) {
      const definition = readDefinitions(text, fileName).definitions.find(one => one.name === name);
      const texts = Object.entries(files).flatMap(([path, file]) =>
        'text' in file ? [[path, file.text] as const] : [],
      );
      return definition ? convertType(text, definition, new Map(texts), host) : [];
    },
  };
}
