import type { Definition } from '../definition/definition.ts';
import { layOut } from '../interchange/python/code.ts';
import { textCode } from '../interchange/python/literals.ts';
import { installedFramework } from './installedFramework.ts';

/**
 * A definition as Python to be run by hand with one response: prints the instruction and what is read; the parser stays in
 * its variable. `undefined`: no framework in Python has it. Total.
 */
export function triedCode(definition: Definition, response: string): string | undefined {
  const framework = installedFramework(definition);
  const source = framework?.source(definition);
  if (!framework || !source || typeof source === 'string') return undefined;
  const { text, variable } = source;
  const reading = framework.reads(variable, 'response');
  const imports = reading.includes('ModelResponse(') ? 'from agentscope.models import ModelResponse\n' : '';
  return `${imports}${text}
response = ${layOut(textCode(response), 0, 11)}

if __name__ == "__main__":
    import pprint

    told = getattr(${variable}, "format_instruction", None) or getattr(${variable}, "get_format_instructions", None)
    if told is not None:
        print(told() if callable(told) else told, end="\\n\\n")
    pprint.pprint(${reading})
`;
}
