import { type Problem, problem } from '../../../core/problem.ts';
import { isPyDict, isPyList, type PyValue } from '../../../core/pyValue.ts';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import { schemaProblems } from '../../../parsers/problems/schemaProblems.ts';
import type { LangchainRuntime } from '../langchainRuntime.ts';
import type { StrategyKind } from './strategy.ts';
import { type StrategySchema, strategySchemas } from './strategyDefinition.ts';

type Path = readonly (string | number)[];

/** How many defaults of one schema are listed, and how deep in it they are looked for. */
const mostDefaults = 20;
const mostDepth = 30;

/** What is wrong with the schemas of a strategy, and what the framework does not say of them. */
export function strategyProblems(
  kind: StrategyKind,
  runtime: LangchainRuntime,
  source: DefinitionSource,
): readonly Problem[] {
  const schemas = strategySchemas(source);
  return [
    ...schemas.flatMap(each => (each.kind === 'json_schema' ? [] : schemaProblems(source, each.path, each.schema))),
    ...(kind === 'tool' ? schemas.flatMap((each, i) => toolProblems(source, each, schemas.slice(0, i))) : []),
    ...(runtime === 'js' ? schemas.flatMap(each => (each.kind === 'json_schema' ? [] : defaults(source, each))) : []),
  ];
}

function toolProblems(
  source: DefinitionSource,
  { name, path, schema }: StrategySchema,
  before: readonly StrategySchema[],
): readonly Problem[] {
  const span = source.spanOf(path);
  if (!span) return [];
  const type = schema.get('type') ?? null;
  const problems: Problem[] = [];
  if (type !== null && type !== 'object') {
    const at = source.spanOf([...path, 'type']) ?? span;
    problems.push(
      problem(
        'uncallable-tool',
        'The parameters of a tool are an object: providers refuse this schema. Put it into a member of one.',
        at,
      ),
    );
  }
  if (!/^[\w-]{1,64}$/.test(name)) {
    const at = source.spanOf([...path, 'title']) ?? source.spanOf([...path.slice(0, -1), 'class_name']) ?? span;
    problems.push(
      problem(
        'uncallable-tool',
        `Providers refuse a tool whose name is \`${name.slice(0, 80)}\`: they take up to 64 letters of the alphabet, digits, \`_\` and \`-\`.`,
        at,
      ),
    );
  }
  if (before.some(other => other.name === name))
    problems.push(
      problem('duplicate-name', `Another schema is called \`${name}\` too, so that its tool has the same name.`, span),
    );
  return problems;
}

/** Where zod would fill a default in, which an agent does not have it do. */
function defaults(source: DefinitionSource, { path, schema }: StrategySchema): readonly Problem[] {
  const found: Problem[] = [];
  const visit = (value: PyValue, at: Path, areNames = false): void => {
    if (found.length >= mostDefaults || at.length > path.length + mostDepth) return;
    if (isPyList(value)) for (const [i, item] of value.entries()) visit(item, [...at, i]);
    if (!isPyDict(value)) return;
    const isSchema =
      !areNames && value.has('default') && ['type', 'anyOf', '$ref', 'enum', 'const'].some(key => value.has(key));
    const span = isSchema ? source.keySpanOf([...at, 'default']) : undefined;
    if (span)
      found.push(
        problem(
          'unapplied-default',
          'LangChain.js checks an answer with the JSON Schema alone, so zod never fills this default in; the member is required, and an answer without it is refused. Make it `.optional()`, and fill it in where the value is used.',
          span,
        ),
      );
    for (const [key, item] of value)
      if (areNames || key !== 'default') visit(item, [...at, key], !areNames && key === 'properties');
  };
  visit(schema, path);
  return found;
}
