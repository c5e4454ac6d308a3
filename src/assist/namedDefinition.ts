import {
  createParser,
  type Definition,
  EngineError,
  nearestName,
  type ResponseParser,
  readDefinitions,
  splitReference,
  type UnknownArgument,
} from '../engine/index.ts';
import { positionAt } from '../views/position.ts';
import type { AssistContext, AssistFile } from './assistContext.ts';
import { ToolError } from './assistTool.ts';

/** The definition that `FILE#NAME`, or the text of one, means. */
export interface NamedDefinition {
  readonly definition: Definition;
  readonly parser: ResponseParser;
  /** The whole text of its file. */
  readonly text: string;
  /** What of a source's parser only a run can know. */
  readonly unknown?: readonly UnknownArgument[];
  /** `FILE#NAME` as it is shown; absent for a definition given as text. */
  readonly reference?: string;
  /** See `AssistFile.placeOf`. */
  readonly placeOf?: AssistFile['placeOf'];
}

/** Whether an argument is the text of a definition, and no reference to one. */
export function isDefinitionText(written: string): boolean {
  return written.trimStart().startsWith('{');
}

/** Reads the definition and makes its parser. Rejects with `ToolError`. */
export async function namedDefinition(written: string, context: AssistContext): Promise<NamedDefinition> {
  if (isDefinitionText(written)) {
    const found = only(written, 'given.parser.json', undefined);
    return { ...found, parser: parserOf(found.definition, written, 'the text', context.textHost), text: written };
  }
  const { file, name } = splitReference(written);
  const { text, path, label, found, placeOf } = await context.readFile(file);
  const { definition } = only(text, path, name, label);
  const reference = `${label}#${definition.name}`;
  const unknown = found?.find(each => each.name === definition.name)?.unknown ?? [];
  const parser = parserOf(definition, text, reference, context.host);
  return { definition, parser, text, reference, unknown, ...(placeOf && { placeOf }) };
}

/** The one definition that is meant. */
function only(
  text: string,
  fileName: string,
  name: string | undefined,
  label = 'the text',
): { readonly definition: Definition } {
  const { definitions, problems } = readDefinitions(text, fileName);
  const definition =
    name === undefined && definitions.length === 1 ? definitions[0] : definitions.find(each => each.name === name);
  if (definition) return { definition };
  const names = definitions.map(each => each.name);
  const error = problems.find(({ severity }) => severity === 'error');
  if (names.length === 0 && error) {
    const { line, column } = positionAt(text, error.span.start);
    throw new ToolError(`${label}:${line}:${column}: ${error.message}`, 'Call check_definitions for all problems.');
  }
  if (names.length === 0) throw new ToolError(`There is no definition in ${label}.`, 'Call list_definitions.');
  const list = `There are: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}.`;
  if (name === undefined) throw new ToolError(`${label} holds several definitions: write FILE#NAME.`, list);
  const near = nearestName(name, names);
  throw new ToolError(
    `There is no definition \`${name}\` in ${label}.`,
    near === undefined ? list : `Did you mean \`${label}#${near}\`? ${list}`,
  );
}

function parserOf(definition: Definition, text: string, label: string, host: AssistContext['host']): ResponseParser {
  try {
    return createParser(definition, host);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { line, column } = positionAt(text, definition.nameSpan.start);
    throw new ToolError(
      `${label} (${line}:${column}) makes no parser: ${error.class}: ${error.message}`,
      'Call check_definitions for the place and its fixes.',
    );
  }
}

/** What an answer says of a parser of a source that is known in part; nothing of another one. */
export function partlyKnown(unknown: readonly UnknownArgument[] = []): { readonly partly_known?: readonly object[] } {
  if (unknown.length === 0) return {};
  return { partly_known: unknown.map(({ argument, reason, file, line }) => ({ argument, reason, file, line })) };
}
