import {
  createParser,
  EngineError,
  exampleResponse,
  type Host,
  type ParserType,
  parserTypes,
  readDefinitions,
  type Span,
  typeNamed,
  type Want,
  wants,
} from '../engine/index.ts';
import { pickDefinition } from '../views/definitions.ts';

/** A parser type as a picker shows it. */
export interface TypeModel {
  readonly type: string;
  readonly system: ParserType['system'];
  readonly summary: string;
  readonly want: Want;
  /** A short answer that it reads. */
  readonly answer?: string;
  /** Whether the type's value is split into content, memory and metadata. */
  readonly filters: boolean;
  /** Whether a module of the author's does the reading. */
  readonly runsModule: boolean;
}

/** A definition to start from. */
export interface StarterModel {
  /** The text of its `.parser.json`. */
  readonly text: string;
  /** What its author writes anew first, in `text`; absent: nothing stands out. */
  readonly toOvertype?: Span;
  /** Markdown. */
  readonly documentation: string;
  /** The instruction for the model; `undefined` where a module of the author's says it. */
  readonly instruction?: string;
  /** A response that the definition reads. */
  readonly response?: string;
}

/** What the user starts with: types, templates, responses to try a definition with. */
export interface NewDefinitionApi {
  /** Every type, by what is wanted of the model, in the order of `wants`, then of the registry. */
  listTypes(): Promise<readonly TypeModel[]>;
  /** The template of a type with what it gives; `undefined` for a type that there is not. */
  starter(type: string): Promise<StarterModel | undefined>;
  /** A response that a definition reads; without `response` its keys do not show what one looks like. `undefined`: no such definition. */
  exampleResponse(
    text: string,
    fileName: string,
    name?: string,
  ): Promise<{ readonly name: string; readonly response?: string } | undefined>;
}

/** The service over the engine. */
export function newDefinitionService(host: Host): NewDefinitionApi {
  return {
    listTypes: async () =>
      Object.keys(wants).flatMap(kind =>
        parserTypes
          .filter(({ want }) => want === kind)
          .map(({ type, system, summary, want, answer, filters, modules }) => ({
            type,
            system,
            summary,
            want,
            filters,
            runsModule: modules?.runsModule ?? false,
            ...(answer !== undefined && { answer }),
          })),
      ),
    async starter(name) {
      const type = typeNamed(name);
      if (!type) return undefined;
      const { template: text, documentation } = type;
      const [definition] = readDefinitions(text, 'starter.parser.json').definitions;
      if (!definition) return { text, documentation };
      const response = exampleResponse(definition);
      const described = definition.source.spanOf(['description']);
      const parts = {
        text,
        documentation,
        // Without its quotes.
        ...(described && { toOvertype: { start: described.start + 1, end: described.end - 1 } }),
        ...(response !== undefined && { response }),
      };
      if (type.modules?.runsModule) return parts;
      try {
        return { ...parts, instruction: createParser(definition, host).formatInstruction() };
      } catch (error) {
        if (error instanceof EngineError) return parts;
        throw error;
      }
    },
    async exampleResponse(text, fileName, name) {
      const definition = pickDefinition(readDefinitions(text, fileName).definitions, text, name, undefined);
      if (!definition) return undefined;
      const response = exampleResponse(definition);
      return { name: definition.name, ...(response !== undefined && { response }) };
    },
  };
}
