import { EngineError } from '../../../core/errors.ts';
import type { Host } from '../../../core/host.ts';
import { type Problem, problem } from '../../../core/problem.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { ModelProblem, ServingVerdict } from '../../../parsers/modelTemplates.ts';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import { keySpanAt, readOpenModel, spanAt } from '../../../tokens/index.ts';
import type { TemplatePath } from '../anchor.ts';
import { readSettings } from '../templateSettings.ts';
import { maxSpan, spanNear } from '../warnings/templateWarnings.ts';
import type { ServingEngine } from './servingEngines.ts';
import { placedFix, servingWarnings } from './servingWarnings.ts';

const config = 'tokenizer_config.json';

/** What engines do otherwise with the response template of a definition, at its place in the definition. Does not reject but for a bug. */
async function templateServingProblems(
  source: DefinitionSource,
  engines: readonly ServingEngine[],
  host: Host = {},
): Promise<readonly Problem[]> {
  if (engines.length === 0) return [];
  const at = (what: 'keySpanOf' | 'spanOf') => (path: TemplatePath) => source[what](['response_template', ...path]);
  try {
    const { written, tools, chatTemplate } = await readSettings(source, host);
    const own = { keySpanOf: at('keySpanOf'), spanOf: at('spanOf') };
    return servingWarnings(written, engines, { tools, chat: chatTemplate }).map(
      ({ code, message, path, in: part, fix }) =>
        problem(code, message, spanNear(source, [part, ...path]), placedFix(fix, own)),
    );
  } catch (error) {
    // A template that cannot be read is a problem of its own.
    if (error instanceof EngineError) return [];
    throw error;
  }
}

/** What each engine makes of the response template of a definition; none where it cannot be read. Does not reject but for a bug. */
async function templateServingVerdicts(
  source: DefinitionSource,
  engines: readonly ServingEngine[],
  host: Host = {},
): Promise<readonly ServingVerdict[]> {
  if (engines.length === 0) return [];
  try {
    return servingVerdicts((await readSettings(source, host)).written, engines);
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}

/** What engines do otherwise with the response template in a model's files, by their paths below its folder. Total. */
export function modelServingProblems(
  files: ReadonlyMap<string, string>,
  engines: readonly ServingEngine[],
): readonly ModelProblem[] {
  try {
    const { responseTemplate, chatTemplates } = readOpenModel(files);
    const text = files.get(config) ?? '';
    const chat = chatTemplates.map(({ text }) => text).join('\n');
    const spanOf = (path: TemplatePath) => spanAt(text, ['response_template', ...path]);
    // Of longer values the name is underlined.
    const shownSpan = (path: TemplatePath) => {
      const span = spanOf(path);
      return span.end - span.start > maxSpan ? (places.keySpanOf(path) ?? span) : span;
    };
    const places = { spanOf, keySpanOf: (path: TemplatePath) => keySpanAt(text, ['response_template', ...path]) };
    return servingWarnings(responseTemplate ?? null, engines, chat === '' ? {} : { chat }).map(
      ({ code, message, path, fix }) => ({
        ...problem(code, message, shownSpan(path), placedFix(fix, places)),
        file: config,
      }),
    );
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}

/** What each engine makes of a response template, as it is written; releases of transformers are one. Total. */
export function servingVerdicts(template: PyValue, engines: readonly ServingEngine[]): readonly ServingVerdict[] {
  const own = engines.map((engine): ServingEngine => (engine.startsWith('transformers@') ? 'transformers' : engine));
  return [...new Set(own)].map(engine => {
    const found = servingWarnings(template, [engine]);
    return {
      engine,
      refuses: found.some(({ effect }) => effect === 'refuses'),
      loses: found.filter(({ effect }) => effect === 'loses').map(({ path }) => String(path[1])),
    };
  });
}

/** Whether a definition's answers may be read by servers, too, each with rules of its own. */
export function isServed(definition: Definition): boolean {
  return definition.parserType.type === 'response_template' && definition.invalid === undefined;
}

/** Where a definition says what servers read its answers by: the key; `undefined`: they do not, or it is not in the definition's own text. */
export function servedSpan(definition: Definition): Span | undefined {
  return isServed(definition) ? definition.source.keySpanOf(['response_template']) : undefined;
}

/** What each engine makes of the response templates of definitions, by the definitions' names. The host reads the files that they name. */
export async function servingOf(
  definitions: readonly Definition[],
  engines: readonly ServingEngine[],
  host: Host = {},
): Promise<ReadonlyMap<string, readonly ServingVerdict[]>> {
  const found = new Map<string, readonly ServingVerdict[]>();
  for (const { name, source } of definitions.filter(isServed))
    found.set(name, await templateServingVerdicts(source, engines, host));
  return found;
}

/** What engines do otherwise with the response templates of definitions, each rule at its place. The host reads the files that they name. */
export async function servingProblems(
  definitions: readonly Definition[],
  engines: readonly ServingEngine[],
  host: Host = {},
): Promise<readonly Problem[]> {
  const found: Problem[] = [];
  for (const each of definitions.filter(isServed))
    found.push(...(await templateServingProblems(each.source, engines, host)));
  return found;
}
