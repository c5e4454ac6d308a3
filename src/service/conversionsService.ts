import { type Conversion, type ConversionTokens, conversionTokens, convertType, type Host } from '../engine/index.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';
import type { SampleFile } from './samplesService.ts';

/** A definition to be converted, with the texts of the files that its samples name. */
export interface ConversionsRequest extends DefinitionRef {
  readonly files: Readonly<Record<string, SampleFile>>;
}

/** A conversion of a definition, to be counted. */
export interface ConversionTokensRequest extends DefinitionRef {
  readonly conversion: Conversion;
  /** `TYPE` or `TYPE:MODEL`. */
  readonly counter: string;
}

/** Converts definitions. Runs where responses are parsed: every sample is read twice. */
export interface ConversionsApi {
  conversions(request: ConversionsRequest): Promise<readonly Conversion[]>;
  /** What a conversion does to tokens; `undefined` where that cannot be counted. */
  tokens(request: ConversionTokensRequest): Promise<ConversionTokens | undefined>;
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
    async tokens({ conversion, counter, ...request }) {
      const definition = cache.definition(request);
      return definition && conversionTokens(request.text, definition, conversion, counter, host);
    },
  };
}
