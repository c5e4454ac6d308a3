import { EngineError } from '../../core/errors.ts';
import type { Problem } from '../../core/problem.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type { UserPattern } from '../../parsers/parserFeatures.ts';
import { patternProblems, runnablePatterns } from '../../parsers/problems/patternProblems.ts';
import { problemAt, replaceValue } from '../../parsers/problems/problemAt.ts';
import { placeSchemaProblems } from '../../parsers/problems/schemaProblems.ts';
import { checkSchema, nearestType } from '../../validation/index.ts';
import { type Argument, renderArgument } from './sweAgentCommand.ts';
import { commandDocParts, renderForModel, type ToolSettings } from './toolSettings.ts';

/** Warnings about templates and patterns that fail, and about single braces where Jinja wants two. */
export function checkSettings(
  source: DefinitionSource,
  settings: ToolSettings,
  sendsFunctions: boolean,
): readonly Problem[] {
  const { commands, ownCommands, envVariables, filter } = settings;
  const problems: Problem[] = [];
  const check = (path: readonly (string | number)[], what: string, run: () => unknown) => {
    const message = failure(run);
    if (message !== undefined) problems.push(...problemAt(source, 'bad-template', path, `${what} ${message}`));
  };
  const template = (path: readonly (string | number)[], text: unknown, run: () => unknown) => {
    check(path, 'The template fails:', run);
    const single = typeof text === 'string' && !text.includes('{{') ? /\{\w+\}/.exec(text)?.[0] : undefined;
    if (single)
      problems.push(
        ...problemAt(source, 'bad-template', path, `Jinja leaves \`${single}\` as it is. Write \`{${single}}\`.`),
      );
  };

  for (const [i, command] of (ownCommands ? commands : []).entries()) {
    check(['commands', i], 'The command cannot be documented:', () => commandDocParts(command, envVariables));
    for (const [j, argument] of command.arguments.entries()) {
      const path = ['commands', i, 'arguments', j];
      const { argumentFormat } = argument;
      template([...path, 'argument_format'], argumentFormat, () => renderArgument(command, argumentFormat, 'value'));
      if (sendsFunctions) problems.push(...argumentProblems(source, path, argument));
    }
  }
  const render = (text: unknown) => () =>
    typeof text === 'string' && renderForModel(text, { thought: '', action: '' }, settings);
  for (const key of ['error_message', 'format_error_template'])
    template([key], source.config.get(key), render(source.config.get(key)));
  template(['filter', 'blocklist_error_template'], filter.errorTemplate, render(filter.errorTemplate));
  for (const [name, pattern] of filter.unlessRegex)
    problems.push(...patternProblems(source, ['filter', 'block_unless_regex', name], pattern, patternUse));
  return problems;
}

/** How SWE-agent runs a pattern of its filter. */
const patternUse = {
  flags: { ignoreCase: false, multiline: false, dotAll: false, ascii: false },
  groups: [],
  when: 'Each action that begins with the word',
  collects: false,
};

/** The patterns of the filter that the definition gives. */
export function filterPatterns(source: DefinitionSource, { filter }: ToolSettings): readonly UserPattern[] {
  const own = [...filter.unlessRegex]
    .map(([name, pattern]) => [['filter', 'block_unless_regex', name], pattern] as const)
    .filter(([path]) => source.spanOf(path));
  return runnablePatterns(own, patternUse);
}

const types = ['string', 'integer', 'number', 'boolean', 'array', 'object'];

/** What a provider refuses of an argument, which is sent as a JSON Schema of these keys. */
function argumentProblems(source: DefinitionSource, path: readonly (string | number)[], argument: Argument): Problem[] {
  const { type, items, enum: values } = argument;
  if (!types.includes(type)) {
    const meant = nearestType(type);
    const message = `No provider takes the type \`${type}\` in a function's schema. There are ${types.map(each => `\`${each}\``).join(', ')}.`;
    const fixes =
      meant === undefined || !types.includes(meant)
        ? []
        : replaceValue(source, [...path, 'type'], JSON.stringify(meant));
    return problemAt(source, 'bad-schema', [...path, 'type'], message, fixes);
  }
  if (type === 'array' && !items)
    return problemAt(
      source,
      'bad-schema',
      [...path, 'type'],
      'Providers refuse an `array` without `items`. Say what it holds.',
    );
  const schema: PyDict = new Map<string, PyValue>([
    ['type', type],
    ...(items ? [['items', items] as const] : []),
    ...(values ? [['enum', values] as const] : []),
  ]);
  return placeSchemaProblems(source, path, checkSchema(schema));
}

/** Why something raises. */
function failure(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof EngineError) return `${error.class}: ${error.message}`;
    throw error;
  }
}
