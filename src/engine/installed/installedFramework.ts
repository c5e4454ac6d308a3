import { layOut } from '../code/python/code.ts';
import { textCode } from '../code/python/literals.ts';
import type { Host } from '../core/host.ts';
import type { InstalledFramework } from '../parsers/askedFramework.ts';
import type { Definition } from '../parsers/definition.ts';
import { formsOf, systemsInPython } from '../systems/registry.ts';

/** The framework in Python that a definition’s type is of; `undefined`: there is none, as for parsers of one's own. */
export function installedFramework(definition: Definition): InstalledFramework | undefined {
  return formsOf(definition.parserType.system)?.installed?.(definition);
}

/** Whether a framework in Python has a definition's class. In a file of its own, which brings no code that writes Python. */
export const hasInstalledFramework = (definition: Definition): boolean =>
  systemsInPython.includes(definition.parserType.system);

/**
 * A definition as Python to be run by hand with one response: prints the instruction and what is read; the parser stays in
 * its variable. `undefined`: no framework in Python has it. Total.
 */
export async function triedCode(
  definition: Definition,
  response: string,
  host: Host = {},
): Promise<string | undefined> {
  const framework = installedFramework(definition);
  const source = await framework?.source(definition, host);
  if (!framework || !source || typeof source === 'string') return undefined;
  const { text, variable } = source;
  const reading = framework.reads(variable, 'response');
  const isAsync = reading.startsWith('asyncio.');
  const imports = [
    ...(isAsync ? ['import asyncio\n'] : []),
    ...(reading.includes('ModelResponse(') ? ['from agentscope.models import ModelResponse\n'] : []),
  ].join('');
  const input = framework.inputOf?.(definition, response) ?? response;
  return `${imports}${text}
response = ${layOut(textCode(input), 0, 11)}

if __name__ == "__main__":
    import pprint

    told = getattr(${variable}, "format_instruction", None) or getattr(${variable}, "get_format_instructions", None)
    if told is not None:
        told = told() if callable(told) else told
        print(${isAsync ? 'asyncio.run(told)' : 'told'}, end="\\n\\n")
    pprint.pprint(${reading})
`;
}
