import {
  builtInChats,
  completeChatTemplate,
  type DerivedTemplate,
  type Edit,
  EngineError,
  fromPlain,
  type Host,
  isPyDict,
  keySpanOf,
  type ModelProblem,
  modelTemplates,
  type PyDict,
  readChatConversation,
  readDefinitions,
  readOpenModel,
  reasoningKey,
  type ServingVerdict,
  type Span,
  type TemplateCompletion,
  toJsonText,
  tripsThrough,
} from '../engine/index.ts';
import type { RoundTripView } from '../protocol/modelProtocol.ts';
import { pickDefinition } from '../views/definitions.ts';
import { checkViews, tripView } from '../views/tripViews.ts';
import { argumentsOf, type ModelTexts, type ModelViewRequest, type PromptAnswer, promptOf } from './chatPrompt.ts';

/** What lenses stand above. */
export interface ModelOutline {
  /** The key of the response template in tokenizer_config.json. */
  readonly responseTemplate?: Span;
  /** What each of the user's engines makes of the response template. */
  readonly serving: readonly ServingVerdict[];
  /** The chat templates; `span`: the key in the file, where it is JSON. */
  readonly chatTemplates: readonly { readonly name: string; readonly file: string; readonly span?: Span }[];
}

/** Which chat template a response template is to be made from. */
export interface DeriveRequest {
  readonly texts: ModelTexts;
  /** The name of the chat template, of several. */
  readonly name?: string;
  /** What is to be served, as the user names it. */
  readonly engines: readonly string[];
}

/** A definition whose chat template a response template is to be made from. */
export interface DeriveInRequest {
  readonly text: string;
  readonly fileName: string;
  /** The definition's name; without it, `offset` decides. */
  readonly name?: string;
  readonly offset?: number;
  readonly engines: readonly string[];
}

/** A derived response template, or why there is none. */
export type DeriveAnswer =
  | { readonly failure: string }
  | (Pick<DerivedTemplate, 'proved' | 'kinds'> & {
      /** JSON: an object with the response template. */
      readonly text: string;
      /** What writes it into `tokenizer_config.json`, or into the definition; absent: there is no such file, or it is not JSON. */
      readonly edits?: readonly Edit[];
    });

/** Definitions by their names, each with what engines make of its response template. */
export type ServedDefinitions = readonly (readonly [name: string, serving: readonly ServingVerdict[]])[];

/** Answers questions about a model's templates. Keeps nothing. */
export interface ModelsApi {
  /** `engines`: what is to be served, as the user names it. */
  modelProblems(texts: ModelTexts, engines: readonly string[]): Promise<readonly ModelProblem[]>;
  /** `undefined`: the files cannot be read as they are. `engines`: what is to be served, as the user names it. */
  modelOutline(texts: ModelTexts, engines: readonly string[]): Promise<ModelOutline | undefined>;
  /** What can be typed at an offset of a chat template; `undefined`: nothing of ours. */
  completeTemplate(template: string, offset: number): Promise<TemplateCompletion | undefined>;
  /** The names of the built-in conversations. */
  builtInChats(): Promise<readonly string[]>;
  chatPrompt(request: ModelViewRequest): Promise<PromptAnswer>;
  modelRoundTrips(request: ModelViewRequest): Promise<RoundTripView>;
  /** What each of the user's engines makes of the response templates of a file's definitions, by their names. */
  definitionServing(text: string, fileName: string, engines: readonly string[]): Promise<ServedDefinitions>;
  deriveTemplate(request: DeriveRequest): Promise<DeriveAnswer>;
  /** The same for a definition. `model`: the configuration of the model that it names, relative to the definition or absolute, which is to have the template. */
  deriveInDefinition(request: DeriveInRequest): Promise<DeriveAnswer | { readonly model: string }>;
}

/** The service over the engine. */
export function modelsService(host: Host = {}): ModelsApi {
  const templates = modelTemplates();
  return {
    async modelProblems(texts, engines) {
      const files = new Map(texts);
      return [...templates.problems(files), ...templates.servingProblems(files, engines)];
    },
    async modelOutline(texts, engines) {
      const files = new Map(texts);
      const model = attempt(() => readOpenModel(files));
      if (model instanceof EngineError) return undefined;
      const config = files.get('tokenizer_config.json') ?? '';
      const responseTemplate =
        model.responseTemplate === undefined ? undefined : keySpanOf(config, 'response_template');
      return {
        ...(responseTemplate && { responseTemplate }),
        serving: responseTemplate ? templates.servingVerdicts(model.responseTemplate ?? null, engines) : [],
        chatTemplates: model.chatTemplates.map(({ name, file, path }) => {
          const span = path && keySpanOf(files.get(file) ?? '', 'chat_template');
          return { name, file, ...(span && { span }) };
        }),
      };
    },
    completeTemplate: async (template, offset) => completeChatTemplate(template, offset),
    builtInChats: async () => [...builtInChats('reasoning_content').keys()],
    async chatPrompt(request) {
      const files = new Map(request.texts);
      const answer = attempt(() => promptOf(files, request));
      return answer instanceof EngineError ? { broken: `${answer.class}: ${answer.message}` } : answer;
    },
    async modelRoundTrips({ texts, choice, conversation }) {
      const files = new Map(texts);
      const result = attempt(() => {
        const own =
          conversation &&
          readChatConversation(conversation.text, conversation.name, reasoningKey(readOpenModel(files)));
        const kwargs = argumentsOf(choice);
        return templates.roundTrips(files, {
          kwargs,
          ...(choice.template !== undefined && { template: choice.template }),
          ...(own && { conversations: tripsThrough(conversation.name, own) }),
        });
      });
      if (result instanceof EngineError) return { trips: [], checks: [], error: `${result.class}: ${result.message}` };
      const trips = result.trips.map(tripView);
      const [first] = trips;
      // A template that cannot be rendered at all has one fault, not one for each message.
      const isBroken =
        trips.length > 1 && trips.every(({ generated, error }) => generated === undefined && error === first?.error);
      return isBroken && first?.error !== undefined
        ? { trips: [], checks: [], error: first.error }
        : { trips, checks: checkViews(result.checks) };
    },
    async definitionServing(text, fileName, engines) {
      const { definitions } = readDefinitions(text, fileName);
      return [...(await templates.definitionVerdicts(definitions, engines, host))];
    },
    async deriveTemplate({ texts, name, engines }) {
      const files = new Map(texts);
      const serves = templates.serverFor(engines);
      const derived = attempt(() => templates.derive(files, { serves, ...(name !== undefined && { name }) }));
      const config = files.get('tokenizer_config.json');
      return deriveAnswer(derived, template =>
        config === undefined ? undefined : templates.configEdits(config, template),
      );
    },
    async deriveInDefinition({ text, fileName, name, offset, engines }) {
      const definitions = readDefinitions(text, fileName).definitions.filter(({ type }) => type === templateType);
      const definition = pickDefinition(definitions, text, name, offset);
      if (!definition) return { failure: `There is no definition of type \`${templateType}\` here.` };
      const model = templates.namedFile(definition.source);
      if (model !== undefined) return { model };
      const serves = templates.serverFor(engines);
      const derived = await templates.deriveFor(definition, host, serves).catch((error: unknown) => {
        if (error instanceof EngineError) return error;
        throw error;
      });
      return deriveAnswer(derived, template => templates.definitionEdits(text, definition, template));
    },
  };
}

/** The type of the definitions that have a response template. */
const templateType = 'response_template';

function deriveAnswer(
  derived: DerivedTemplate | EngineError,
  editsOf: (template: PyDict) => readonly Edit[] | undefined,
): DeriveAnswer {
  if (derived instanceof EngineError) return { failure: `${derived.class}: ${derived.message}` };
  const { template, proved, kinds } = derived;
  const value = fromPlain(template);
  const edits = isPyDict(value) ? editsOf(value) : undefined;
  return { proved, kinds, text: toJsonText(new Map([[templateType, value]])), ...(edits && { edits }) };
}

function attempt<T>(run: () => T): T | EngineError {
  try {
    return run();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}
