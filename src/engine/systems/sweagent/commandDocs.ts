import { EngineError } from '../../core/errors.ts';
import type { PyDict } from '../../core/pyValue.ts';
import { strFormat } from '../../python/index.ts';
import type { Command } from './sweAgentCommand.ts';

/** A piece of the documentation, with the path below the command that it was written at. */
export interface DocPart {
  readonly text: string;
  readonly path?: readonly (string | number)[];
}

/**
 * SWE-agent's `generate_command_docs` for one command. Its docstring is a format string of the environment variables.
 * Raises `EngineError` where the docstring or the signature raises.
 */
export function commandDocParts(command: Command, envVariables: PyDict): readonly DocPart[] {
  const { name, docstring, signature, arguments: list } = command;
  const parts: DocPart[] = [{ text: name, path: ['name'] }, { text: ':\n' }];
  if (docstring !== null)
    parts.push(
      { text: '  docstring: ' },
      { text: strFormat(docstring, envVariables), path: ['docstring'] },
      { text: '\n' },
    );
  parts.push({ text: '  signature: ' });
  parts.push(signature === undefined ? { text: defaultSignature(command) } : { text: signature, path: ['signature'] });
  parts.push({ text: '\n' });
  if (list.length > 0) parts.push({ text: '  arguments:\n' });
  for (const [i, argument] of list.entries())
    parts.push(
      { text: '    - ' },
      { text: argument.name, path: ['arguments', i, 'name'] },
      { text: ' (' },
      { text: argument.type, path: ['arguments', i, 'type'] },
      { text: `) [${argument.required ? 'required' : 'optional'}]: ` },
      { text: argument.description, path: ['arguments', i, 'description'] },
      { text: '\n' },
    );
  return [...parts, { text: '\n' }];
}

/** The documentation of several commands, as the model is shown it. Raises like {@link commandDocParts}. */
export function commandDocsText(commands: readonly Command[], envVariables: PyDict): string {
  return commands
    .flatMap(command => commandDocParts(command, envVariables))
    .map(({ text }) => text)
    .join('');
}

/** `get_signature`, which itself fails for a command with an `end_name`. */
function defaultSignature({ name, endName, arguments: list }: Command): string {
  if (endName !== undefined)
    throw new EngineError(
      'AttributeError',
      `SWE-agent cannot document \`${name}\`: a command with an end_name needs a signature.`,
    );
  return [name, ...list.map(argument => (argument.required ? `<${argument.name}>` : `[<${argument.name}>]`))].join(' ');
}
