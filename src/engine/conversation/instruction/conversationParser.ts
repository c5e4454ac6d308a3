import { EngineError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { type Problem, type ProblemCode, problem } from '../../core/problem.ts';
import type { Resources, SourceText, UnknownPart } from '../../core/resources.ts';
import type { Span } from '../../core/span.ts';
import {
  createParser,
  type DefinitionFile,
  type DefinitionReference,
  type ResponseParser,
  readDefinitions,
  splitReference,
} from '../../definition/index.ts';
import type { Conversation } from '../../messages/conversation.ts';
import type { Definition } from '../../parsers/definition.ts';
import { decodeUtf8 } from '../../text/index.ts';
import { fileBeside, parserReferenceSpans } from './parserReference.ts';

/** Where the text of the definition file comes from that a conversation names. */
export interface ParserSources {
  /** The file's text, where the caller has it, such as that of an editor. Absent: `resources` read it. */
  readonly definitionText?: string;
  /** Where the caller's text was read of a source: what of each parser is unknown. */
  readonly definitionUnknown?: SourceText['unknown'];
  readonly resources?: Resources;
}

/** The parser of a conversation, ready for use. */
export interface ConversationParser {
  readonly definition: Definition;
  readonly parser: ResponseParser;
  /** What of a source's parser only a run can know. */
  readonly unknown?: readonly UnknownPart[];
  /** The format instruction. Throws `EngineError` where the system raises. */
  instruction(): string;
  /** The same, as the messages that the framework spreads it over. */
  messages(): ReturnType<ResponseParser['instructionMessages']>;
}

/** Why a conversation has no parser although it names one: an `EngineError` that knows which part of the reference is meant. */
class DefinitionReferenceError extends EngineError {
  readonly problemCode: ProblemCode;
  readonly part: 'file' | 'name';

  constructor(problemCode: ProblemCode, part: 'file' | 'name', className: string, message: string) {
    super(className, message);
    this.problemCode = problemCode;
    this.part = part;
  }
}

/**
 * The parser that a conversation names; `undefined` where it names none. Throws `EngineError`: of class `ParserNotFound`
 * where there is no such file or definition, `FileNotAllowed` where the file may not be read, else what the parser's
 * class raises.
 */
export async function parserOf(
  conversation: Conversation,
  sources: ParserSources,
  host: Host,
): Promise<ConversationParser | undefined> {
  if (conversation.parser === undefined) return undefined;
  const reference = splitReference(conversation.parser);
  const { definitions, problems, unknown } = await read(conversation, reference, sources);
  const definition = pick(definitions, reference, problems);
  const parser = createParser(definition, host);
  await parser.prepare();
  return {
    definition,
    parser,
    unknown: unknown?.get(definition.name) ?? [],
    instruction: () => parser.formatInstruction(),
    messages: () => parser.instructionMessages(),
  };
}

/** What is wrong with the parser that a conversation names, at its place. Never throws. */
export async function checkConversationParser(
  conversation: Conversation,
  sources: ParserSources = {},
  host: Host = {},
): Promise<readonly Problem[]> {
  const spans = parserReferenceSpans(conversation);
  if (!spans) return [];
  try {
    const own = await parserOf(conversation, sources, host);
    if (!own?.definition.parserType.framework?.sendsNoInstruction) own?.instruction();
    return (own?.unknown ?? []).map(({ argument, reason, file, line }) =>
      problem(
        'unknown-argument',
        `\`${argument}\` of the parser is known only when the program runs. ${reason} (${file}:${line})`,
        spans.name ?? spans.file,
      ),
    );
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error instanceof DefinitionReferenceError) {
      const span: Span = (error.part === 'name' ? spans.name : undefined) ?? spans.file;
      return [problem(error.problemCode, error.message, span)];
    }
    const code = error.class === 'FileNotAllowed' ? 'file-outside' : 'unusable-parser';
    const words = code === 'file-outside' ? error.message : `${error.class}: ${error.message}`;
    return [problem(code, words, spans.name ?? spans.file)];
  }
}

/** The definitions of the file that is named: a `.parser.json`, or a source. */
async function read(
  { file: own = '' }: Conversation,
  reference: DefinitionReference,
  sources: ParserSources,
): Promise<DefinitionFile & { readonly unknown?: SourceText['unknown'] }> {
  const path = reference.file.replaceAll('\\', '/');
  // What an editor has of a source is what was read of it.
  const source = sources.definitionText === undefined ? await sources.resources?.readSource?.(path) : undefined;
  const text = source?.text ?? (await textOf(reference, sources));
  const unknown = source?.unknown ?? sources.definitionUnknown;
  return { ...readDefinitions(text, fileBeside(own, reference.file)), ...(unknown && { unknown }) };
}

async function textOf({ file }: DefinitionReference, { definitionText, resources }: ParserSources): Promise<string> {
  if (definitionText !== undefined) return definitionText;
  const bytes = file === '' ? undefined : await resources?.readFile(file.replaceAll('\\', '/'));
  if (!bytes)
    throw new DefinitionReferenceError('missing-file', 'file', 'ParserNotFound', `There is no file \`${file}\`.`);
  const text = decodeUtf8(bytes);
  if (text === undefined)
    throw new DefinitionReferenceError('unknown-parser', 'file', 'ParserNotFound', `\`${file}\` is not text in UTF-8.`);
  return text.replace(/^\ufeff/, '');
}

function pick(
  definitions: readonly Definition[],
  { file, name }: DefinitionReference,
  problems: readonly Problem[],
): Definition {
  const refuse = (part: 'file' | 'name', message: string) =>
    new DefinitionReferenceError('unknown-parser', part, 'ParserNotFound', message);
  const names = definitions.map(each => `\`${each.name}\``).join(', ');
  if (name !== undefined) {
    const found = definitions.find(each => each.name === name);
    if (found) return found;
    const there = definitions.length > 0 ? ` There are: ${names}.` : '';
    throw refuse('name', `\`${file}\` has no definition \`${name}\`.${there}`);
  }
  if (definitions.length === 1) return definitions[0]!;
  if (definitions.length > 1)
    throw refuse('file', `\`${file}\` holds several definitions. Name one after a \`#\`: ${names}.`);
  const first = problems.find(({ severity }) => severity === 'error');
  throw refuse('file', `\`${file}\` holds no definition.${first ? ` ${first.message}` : ''}`);
}
