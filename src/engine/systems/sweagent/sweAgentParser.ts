import { EngineError, ResponseError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { refusedBy, refusing } from '../../core/refusedValue.ts';
import type {
  DefinitionSource,
  Parser,
  ParserView,
  Piece,
  ReadField,
  Reading,
  ResponseInput,
} from '../../parsers/parser.ts';
import type { FieldSpans } from '../../parsers/shared/providerMessage.ts';
import { pyStr, toJsonText } from '../../python/index.ts';
import { functionTool } from './commandFunctions.ts';
import { FormatError } from './formatError.ts';
import type { ParsedAction, ParseFunction } from './parseFunction.ts';
import { templateViews } from './templateViews.ts';
import { commandDocParts, isBlocked, readToolSettings, renderForModel, type ToolSettings } from './toolSettings.ts';

/** A message of a conversation. */
export interface RequeryMessage {
  readonly role: 'assistant' | 'user';
  readonly content: string | null;
}

export interface SweAgentParser extends Parser {
  readonly settings: ToolSettings;
  /** The parse function alone. Throws `FormatError` where SWE-agent asks the model again. */
  act(input: ResponseInput): ParsedAction;
  /** What SWE-agent adds to the history to ask again, for a response that it does not take; nothing for one that it takes. A promise where the filter has patterns of the user's own. */
  requery(input: ResponseInput): readonly RequeryMessage[] | Promise<readonly RequeryMessage[]>;
}

/** Makes the parser; raises `EngineError` where SWE-agent refuses a command. */
export function createSweAgentParser(
  parseFunction: ParseFunction,
  source: DefinitionSource,
  host: Host,
): SweAgentParser {
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
        const details = { ...error.details, ...(feedback !== undefined && { feedback }) };
        throw refusing(new ResponseError(error.class, error.message, details), refusedBy(error));
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
  const suffix = feedback === undefined ? '' : ` The model is told: ${feedback}`;
  return {
    warnings: [`SWE-agent blocks this action.${suffix}`],
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
