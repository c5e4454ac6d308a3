import { EngineError } from '../../../../src/engine/core/errors.ts';
import { fromPlain, isPyDict, type PyDict } from '../../../../src/engine/core/pyValue.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';
import type { DefinitionSource } from '../../../../src/engine/parsers/parser.ts';

/** The source of a definition that stands in no file. */
export function sourceOf(config: PyDict): DefinitionSource {
  return {
    name: 'sweagent',
    file: '',
    config,
    spanOf: () => undefined,
    keySpanOf: () => undefined,
    stringAt: () => undefined,
  };
}

/** The keys of a definition: its own, or those that SWE-agent's configuration has under `tools` and `agent`. Raises `ValidationError`. */
export function configOf(settings: unknown): PyDict {
  const definition = settings as Partial<Definition> | null | undefined;
  if (definition?.source?.config) return definition.source.config;
  const given = fromPlain(settings);
  if (!isPyDict(given)) throw new EngineError('ValidationError', 'Input should be a valid dictionary');
  const tools = given.get('tools') ?? null;
  const agent = given.get('agent') ?? null;
  const config = new Map(isPyDict(tools) ? tools : given);
  const parseFunction = config.get('parse_function');
  if (parseFunction !== undefined) {
    if (!isPyDict(parseFunction))
      throw new EngineError('ValidationError', 'Input should be a valid dictionary or instance of ActionParser');
    config.set('type', parseFunction.get('type') ?? 'action');
    const message = parseFunction.get('error_message');
    if (message !== undefined) config.set('error_message', message);
  }
  if (isPyDict(agent)) config.set('template_variables', agent);
  return config;
}
