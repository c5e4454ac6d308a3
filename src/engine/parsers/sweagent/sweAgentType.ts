import { EngineError, ResponseError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { toJsonText } from '../../python/jsonDumps.ts';
import { pyStr } from '../../python/repr.ts';
import type { GrowingText } from '../../text/growing/growingText.ts';
import { typesOwn } from '../keyNames.ts';
import type {
  DefinitionSource,
  InstructionRequirement,
  MessageParts,
  Parser,
  ParserType,
  ParserView,
  Piece,
  ReadField,
  Reading,
  ResponseInput,
} from '../parserType.ts';
import type { StreamEvents, StreamReader } from '../streamReader.ts';
import type { ValueKeys } from '../valueKeys.ts';
import type { Want } from '../wants.ts';
import { checkSettings, filterPatterns } from './checkSettings.ts';
import { commandDocParts } from './commandDocs.ts';
import { actionResult, commandFunctions } from './commandFunctions.ts';
import { FormatError } from './formatError.ts';
import { functionTool } from './functionTool.ts';
import { templateViews } from './templateViews.ts';
import { isBlocked } from './toolFilter.ts';
import { toolKeys } from './toolKeys.ts';
import { readToolSettings, renderForModel, type ToolSettings } from './toolSettings.ts';

/** What a parse function made of a response. Of a thought that stands in two places the larger part is meant. */
export interface ParsedAction {
  readonly thought: PyValue;
  readonly action: PyValue;
  readonly thoughtPlace: FieldSpans;
  readonly actionPlace: FieldSpans;
  readonly warnings?: readonly string[];
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A part of the response; `inner` where it has tags or quotes. */
export interface FieldSpans {
  readonly span: Span;
  readonly inner?: Span;
}

/** One of SWE-agent's parse functions. */
export interface ParseFunction {
  readonly type: string;
  readonly summary: string;
  /** See `ParserType`. */
  readonly want: Want;
  /** See `ParserType`. */
  readonly answer: string;
  readonly documentation: string;
  /** The class's `error_message`. */
  readonly errorMessage: string;
  readonly template: string;
  /** The model is given the commands as functions of the provider's API. */
  readonly sendsFunctions?: true;
  /** The thought may be any value, not only a text. */
  readonly takesAnyThought?: true;
  /** A response with a call of the commands, or one that any definition reads. */
  example(settings: ToolSettings): string | undefined;
  /** Throws `FormatError` where SWE-agent asks the model again, any other `EngineError` where SWE-agent ends. */
  parse(input: ResponseInput, settings: ToolSettings): ParsedAction;
  /** What every response must have, and so an instruction of the author's own has to say. Absent: nothing. */
  readonly requirements?: readonly InstructionRequirement[];
  /** See `ParserType`. */
  readonly prose?: readonly string[];
  /** SWE-agent's own words ask for a discussion beside the command. */
  readonly needsThought?: true;
  /** The action is one for the shell; in a fence, that may be without language. */
  readonly isShell?: true;
  /** See `ParserType`. */
  messageParts?(response: string): MessageParts | undefined;
  /** See `ParserType`. */
  draft?(responses: readonly string[]): PyDict | undefined;
  /** See `ParserType`. */
  reader?(response: GrowingText, events: StreamEvents, settings: ToolSettings): StreamReader | string;
  /** The message's text; absent: the text of the input. */
  messageOf?(input: ResponseInput): string | null;
}

/** A message of a conversation. */
export interface RequeryMessage {
  readonly role: 'assistant' | 'user';
  readonly content: string | null;
}

/** A parser of SWE-agent. */
export interface SweAgentParser extends Parser {
  readonly settings: ToolSettings;
  /** The parse function alone. Throws `FormatError` where SWE-agent asks the model again. */
  act(input: ResponseInput): ParsedAction;
  /** What SWE-agent adds to the history to ask again, for a response that it does not take; nothing for one that it takes. A promise where the filter has patterns of the user's own. */
  requery(input: ResponseInput): readonly RequeryMessage[] | Promise<readonly RequeryMessage[]>;
}

/** The keys that every parse function gives. */
const actionKeys: ValueKeys = {
  keys: [
    { name: 'thought', ...typesOwn, documentation: 'What the model says beside the action.' },
    { name: 'action', ...typesOwn, documentation: 'What SWE-agent runs.' },
  ],
  open: false,
  exact: true,
  lists: [],
};

/** The parser type of a parse function. */
export function sweAgentType(parseFunction: ParseFunction): ParserType {
  const { type, summary, want, answer, documentation, template, errorMessage } = parseFunction;
  const { requirements, prose, messageParts, draft, reader, needsThought, isShell } = parseFunction;
  return {
    type,
    system: 'SWE-agent',
    summary,
    want,
    answer,
    documentation: `${documentation}
- The value is a dictionary of \`thought\` and \`action\`; \`keys_to_content\`, \`keys_to_memory\` and \`keys_to_metadata\` say what goes where.
- The instruction is the documentation of \`commands\`, which SWE-agent’s prompts contain as \`{{command_docs}}\`.`,
    keys: toolKeys,
    filters: true,
    asksAgain: {
      withAnswer: true,
      role: 'user',
      failures: 'latest',
      note: 'SWE-agent sends the refused answer and its error template; only the latest failure is shown.',
    },
    highlights: [
      { name: 'thought', from: 'value', key: 'thought' },
      { name: 'action', from: 'value', key: 'action' },
    ],
    extra: {
      recognised: 'whose message it is',
      blocked: 'whether SWE-agent refuses to run the action',
      feedback: 'what the model is told of that',
    },
    template,
    example: ({ config }) => parseFunction.example(readToolSettings(config, errorMessage)),
    create: (source, host) => createSweAgentParser(parseFunction, source, host),
    valueKeys: () => actionKeys,
    answerParts: () => ({
      parts: [
        { key: 'action', isJson: false, required: true, ...(isShell && { isShell }) },
        { key: 'thought', isJson: false, required: needsThought === true },
      ],
    }),
    functions: ({ config }) =>
      commandFunctions(type, readToolSettings(config, errorMessage), parseFunction.sendsFunctions === true),
    result: () => actionResult(parseFunction.takesAnyThought === true),
    check: source =>
      checkSettings(source, readToolSettings(source.config, errorMessage), parseFunction.sendsFunctions === true),
    patterns: source => filterPatterns(source, readToolSettings(source.config, errorMessage)),
    ...(requirements && { requirements: () => requirements }),
    ...(prose && { prose }),
    ...(messageParts && { messageParts }),
    ...(draft && { draft }),
    ...(reader && {
      reader: ({ config }, response, events) => reader(response, events, readToolSettings(config, errorMessage)),
    }),
  };
}

/** Makes the parser; raises `EngineError` where SWE-agent refuses a command. */
function createSweAgentParser(parseFunction: ParseFunction, source: DefinitionSource, host: Host): SweAgentParser {
  const settings = readToolSettings(source.config, parseFunction.errorMessage);
  const docs = () => commandDocPieces(source, settings);
  const messageOf = (input: ResponseInput) => (parseFunction.messageOf ? parseFunction.messageOf(input) : input.text);
  const refusal = (error: FormatError, message: string | null) =>
    renderForModel(settings.errorTemplate, { thought: message, action: '', error }, settings);
  const block = ({ thought, action }: ParsedAction) =>
    renderForModel(settings.filter.errorTemplate, { thought, action }, settings);

  return {
    settings,
    act: input => parseFunction.parse(input, settings),
    instruction: docs,
    placeholders: () => ({ command_docs: docs() }),
    views: () => [
      ...(parseFunction.sendsFunctions ? [functionsView(settings)] : []),
      ...templateViews(source, settings),
    ],
    tools: () => (parseFunction.sendsFunctions ? settings.commands.map(functionTool) : []),
    async read(input) {
      try {
        const parsed = parseFunction.parse(input, settings);
        return readingOf(parsed, await blockNotes(parsed, settings, host, block));
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        const feedback = orUndefined(() => refusal(error, messageOf(input)));
        throw new ResponseError(error.class, error.message, {
          ...error.details,
          ...(feedback !== undefined && { feedback }),
        });
      }
    },
    requery(input) {
      const content = messageOf(input);
      const ask = (text: string): readonly RequeryMessage[] => [
        { role: 'assistant', content },
        { role: 'user', content: text },
      ];
      try {
        const parsed = parseFunction.parse(input, settings);
        const answer = (blocked: boolean) => (blocked ? ask(block(parsed)) : []);
        const blocked = isBlocked(pyStr(parsed.action), settings.filter, host);
        return typeof blocked === 'boolean' ? answer(blocked) : blocked.then(answer);
      } catch (error) {
        if (error instanceof FormatError) return ask(refusal(error, content));
        throw error;
      }
    },
  };
}

/** The commands' documentation, each part with its place in the file. */
function commandDocPieces(
  source: DefinitionSource,
  { commands, ownCommands, envVariables }: ToolSettings,
): readonly Piece[] {
  return commands.flatMap((command, i) =>
    commandDocParts(command, envVariables).map(({ text, path }) => {
      const origin = ownCommands && path ? source.spanOf(['commands', i, ...path]) : undefined;
      return origin ? { text, origin } : { text };
    }),
  );
}

/** The `tools` of the request to the provider. */
function functionsView({ commands }: ToolSettings): ParserView {
  return {
    name: 'Function Schemas',
    language: 'json',
    pieces: () => [{ text: toJsonText(commands.map(functionTool)) }],
  };
}

/** The fields of what a parse function made. */
export function fieldsOf({ thought, action, thoughtPlace, actionPlace }: ParsedAction): readonly ReadField[] {
  const field = (key: string, value: PyValue, { span, inner = span }: FieldSpans) => ({ key, value, span, inner });
  return [field('thought', thought, thoughtPlace), field('action', action, actionPlace)];
}

function readingOf(parsed: ParsedAction, notes: Pick<Reading, 'warnings' | 'extra'>): Reading {
  const { thought, action, warnings = [], extra } = parsed;
  return {
    value: new Map([
      ['thought', thought],
      ['action', action],
    ]),
    fields: fieldsOf(parsed),
    warnings: [...warnings, ...(notes.warnings ?? [])],
    extra: { ...extra, ...notes.extra },
  };
}

/** What is to be said of an action that SWE-agent parses but does not run. */
async function blockNotes(
  parsed: ParsedAction,
  { filter }: ToolSettings,
  host: Host,
  block: (parsed: ParsedAction) => string,
): Promise<Pick<Reading, 'warnings' | 'extra'>> {
  try {
    if (!(await isBlocked(pyStr(parsed.action), filter, host))) return {};
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { warnings: [`Whether SWE-agent blocks this action could not be found out: ${error.message}`] };
  }
  const feedback = orUndefined(() => block(parsed));
  const told = feedback === undefined ? '' : ` The model is told: ${feedback}`;
  return {
    warnings: [`SWE-agent blocks this action.${told}`],
    extra: { blocked: true, ...(feedback !== undefined && { feedback }) },
  };
}

/** `undefined` where a template of the user's fails; `check` says why. */
function orUndefined(render: () => string): string | undefined {
  try {
    return render();
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}
