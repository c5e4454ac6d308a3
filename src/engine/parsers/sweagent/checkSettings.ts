import { EngineError } from '../../errors.ts';
import type { Problem } from '../../problem.ts';
import { parsePattern } from '../../python/re/parsePattern.ts';
import { translatePattern } from '../../python/re/translatePattern.ts';
import { oddValue } from '../agentscope/oddValue.ts';
import type { DefinitionSource } from '../parserType.ts';
import { commandDocParts } from './commandDocs.ts';
import { renderArgument } from './invoke.ts';
import { renderForModel, type ToolSettings } from './toolSettings.ts';

/** Warnings about templates and patterns that fail, and about single braces where Jinja wants two. */
export function checkSettings(source: DefinitionSource, settings: ToolSettings): readonly Problem[] {
  const { commands, ownCommands, envVariables, filter } = settings;
  const problems: Problem[] = [];
  const check = (path: readonly (string | number)[], what: string, run: () => unknown) => {
    const message = failure(run);
    if (message !== undefined) problems.push(...oddValue(source, path, `${what} ${message}`));
  };
  const template = (path: readonly (string | number)[], text: unknown, run: () => unknown) => {
    check(path, 'The template fails:', run);
    const single = typeof text === 'string' && !text.includes('{{') ? /\{\w+\}/.exec(text)?.[0] : undefined;
    if (single) problems.push(...oddValue(source, path, `Jinja leaves \`${single}\` as it is. Write \`{${single}}\`.`));
  };

  for (const [i, command] of (ownCommands ? commands : []).entries()) {
    check(['commands', i], 'The command cannot be documented:', () => commandDocParts(command, envVariables));
    for (const [j, { argumentFormat }] of command.arguments.entries())
      template(['commands', i, 'arguments', j, 'argument_format'], argumentFormat, () =>
        renderArgument(command, argumentFormat, 'value'),
      );
  }
  const render = (text: unknown) => () =>
    typeof text === 'string' && renderForModel(text, { thought: '', action: '' }, settings);
  for (const key of ['error_message', 'format_error_template'])
    template([key], source.config.get(key), render(source.config.get(key)));
  template(['filter', 'blocklist_error_template'], filter.errorTemplate, render(filter.errorTemplate));
  for (const [name, pattern] of filter.unlessRegex)
    check(['filter', 'block_unless_regex', name], 'The pattern does not compile:', () =>
      translatePattern(parsePattern(pattern, { ignoreCase: false, multiline: false, dotAll: false, ascii: false }), []),
    );
  return problems;
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
