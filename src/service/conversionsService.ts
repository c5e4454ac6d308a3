import { type Conversion, convertType, type Host } from '../engine/index.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';
import type { SampleFile } from './samplesService.ts';

/** A definition to be converted, with the texts of the files that its samples name. */
export interface ConversionsRequest extends DefinitionRef {
  readonly files: Readonly<Record<string, SampleFile>>;
}

/** Converts definitions. Runs where responses are parsed: every sample is read twice. */
export interface ConversionsApi {
  conversions(request: ConversionsRequest): Promise<readonly Conversion[]>;
}

/** The service over the engine. */
export function conversionsService(host: Host, cache: DefinitionCache): ConversionsApi {
  return {
    async conversions({ files, ...request }) {
      const definition = cache.definition(request);
      const texts = Object.entries(files).flatMap(([path, file]) =>
        'text' in file ? [[path, file.text] as const] : [],
      );
      return definition ? convertType(request.text, definition, new Map(texts), host) : [];
    },
  };
}
