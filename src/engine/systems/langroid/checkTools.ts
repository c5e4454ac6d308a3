import type { Problem, ProblemCode } from '../../core/problem.ts';
import { isPyDict, isPyList, type PyDict } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type { InstructionRequirement } from '../../parsers/parserFeatures.ts';
import { problemAt } from '../../parsers/problems/problemAt.ts';
import { readsBack } from '../../parsers/problems/readsBack.ts';
import { schemaProblems } from '../../parsers/problems/schemaProblems.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import { pyRepr } from '../../python/index.ts';
import { readAgent, usableTools } from './agent.ts';
import { formatExample } from './formatExample.ts';
import { readResponse } from './readResponse.ts';
import { excludedFields, readTool, type Tool, type ToolKind } from './tool.ts';

type Path = readonly (string | number)[];

/** Warnings: two tools of one name, schemas that are not understood, examples that the tool refuses, tools that cannot be called. */
export function checkTools(source: DefinitionSource, kind: ToolKind): readonly Problem[] {
  const problems: Problem[] = delimiterProblems(source);
  const warn = (code: ProblemCode, path: Path, message: string) =>
    problems.push(...problemAt(source, code, path, message));
  const names = new Set<string>();
  for (const tool of ownTools(source, kind)) {
    const path = tool.path ?? [];
    if (names.has(tool.name))
      warn(
        'duplicate-name',
        [...path, 'request'],
        `A second tool with the name ${pyRepr(tool.name)}: only this one is known.`,
      );
    names.add(tool.name);
    const own = source.config.get('tools');
    const ownTool = isPyList(own) ? own[path[1] as number] : undefined;
    const schema = ownTool !== undefined && isPyDict(ownTool) ? ownTool.get('schema') : undefined;
    if (isPyDict(schema)) problems.push(...schemaProblems(source, [...path, 'schema'], schema, tool.problems));
    for (const [k, { value }] of tool.examples.entries()) {
      const outcome = tool.validate(value);
      if (!outcome.ok)
        warn('refused-example', [...path, 'examples', k], `The class refuses this example: ${outcome.message}`);
    }
    if (tool.kind === 'XMLToolMessage') {
      if (tool.fields.length <= 3) warn('uncallable-tool', [...path, 'request'], noFields);
      if (tool.rootElement !== 'tool')
        warn(
          'wrong-root-element',
          [...path, 'root_element'],
          `The instruction shows \`<${tool.rootElement}>\`, but Langroid searches answers for \`<tool>\` only: this tool is not found in them.`,
        );
    }
    if (tool.fields.includes('properties')) warn('uncallable-tool', [...path, 'schema'], propertiesField);
  }
  return problems;
}

/**
 * What an answer that calls a tool has to have: the name of a tool that the model may use, and the mark by which Langroid
 * finds the call. The mark is the provider's own where tools are called by its API.
 */
export function toolRequirements({ config }: DefinitionSource, kind: ToolKind): readonly InstructionRequirement[] {
  const items = config.get('tools');
  const tools = (isPyList(items) ? items : []).flatMap(item => {
    const name = isPyDict(item) && item.get('use') !== false ? item.get('request') : undefined;
    const own = isPyDict(item) ? item.get('kind') : undefined;
    return typeof name === 'string'
      ? [{ name, kind: own === 'ToolMessage' || own === 'XMLToolMessage' ? own : kind }]
      : [];
  });
  const agent = config.get('agent');
  const callsByApi = isPyDict(agent) && agent.get('use_functions_api') === true && agent.get('use_tools') === false;
  const kinds = callsByApi ? [] : [...new Set(tools.map(tool => tool.kind))];
  return [
    ...kinds.map(each => marks[each]),
    ...tools.map(({ name }) => ({ text: name, what: `the tool \`${name}\``, isName: true })),
  ];
}

const marks: Readonly<Record<ToolKind, InstructionRequirement>> = {
  ToolMessage: { text: 'request', what: 'the key `request`', isName: true },
  XMLToolMessage: { text: '<request>', what: 'the tag `<request>`' },
};

const noFields =
  'A tool without fields of its own cannot be called in XML: Langroid reads a root with one child as a list.';
const propertiesField =
  'Langroid takes a field `properties` that holds an object for the tool itself, so that this tool is lost.';

/** The definition's tools that have a name. */
function ownTools(source: DefinitionSource, kind: ToolKind): readonly Tool[] {
  const list = source.config.get('tools');
  return (isPyList(list) ? list : []).flatMap((item, i) =>
    isPyDict(item) && typeof item.get('request') === 'string' && item.get('request') !== ''
      ? [readTool(item, kind, ['tools', i])]
      : [],
  );
}

/** Langroid takes what stands between the two; an empty one, or twice the same, raises in every answer that has it. */
function delimiterProblems(source: DefinitionSource): Problem[] {
  const agent = source.config.get('agent');
  const delimiters = isPyDict(agent) ? agent.get('thought_delimiters') : undefined;
  if (!isPyList(delimiters)) return [];
  const path = ['agent', 'thought_delimiters'];
  const [open, close] = delimiters;
  if (delimiters.length !== 2 || typeof open !== 'string' || typeof close !== 'string')
    return problemAt(
      source,
      'odd-value',
      path,
      'There are two delimiters: what opens the reasoning, and what closes it.',
    );
  const empty = open === '' ? 0 : close === '' ? 1 : undefined;
  if (empty !== undefined)
    return problemAt(
      source,
      'empty-tag',
      [...path, empty],
      'Python raises `ValueError: empty separator` for each answer.',
    );
  if (open === close)
    return problemAt(
      source,
      'same-tags',
      [...path, 1],
      'Langroid raises a `ValueError` for each answer in which both delimiters are the same.',
    );
  if (close.includes(open))
    return problemAt(
      source,
      'tag-in-tag',
      [...path, 0],
      `\`${open}\` is part of \`${close}\`, so that Langroid splits the answer there too.`,
    );
  return [];
}

/** How many examples of a tool are tried; an instruction has a few. */
const mostExamples = 20;

/**
 * The problems of examples that the instruction shows and that Langroid would not read as the same call: each is written as
 * the instruction has it, and read. Examples that the class refuses have a problem of their own, and so have tools that cannot
 * be called at all. Linear in the examples.
 */
export function unreadExamples(source: DefinitionSource, kind: ToolKind): readonly Problem[] {
  const agent = attempt(() => readAgent(source.config, kind));
  // Without `use_tools` calls are the provider's.
  if (!agent?.useTools) return [];
  const isReadAgain = (tool: Tool, example: PyDict, made: PyDict): boolean => {
    const fields = new Map([...made].filter(([key]) => !excludedFields.includes(key)));
    return readsBack(fields, () => {
      const { calls } = readResponse(agent, { text: formatExample(tool, example) });
      const [call] = calls;
      if (!call || calls.length > 1 || call.tool !== tool || !isPyDict(call.value)) return null;
      return new Map([...call.value].filter(([key]) => fields.has(key)));
    });
  };
  return usableTools(agent).flatMap(tool => {
    if (!tool.path || tool.formatInstructions !== undefined || isUncallable(tool)) return [];
    const path = [...tool.path, 'examples'];
    return tool.examples.slice(0, mostExamples).flatMap(({ value }, i) => {
      const outcome = tool.validate(value);
      if (!outcome.ok || isReadAgain(tool, value, outcome.value)) return [];
      const message = `${tool.kind} writes this example into the instruction and does not read it again: a model that answers as it does is refused, or read otherwise.`;
      return problemAt(source, 'cannot-read-itself', [...path, i], message);
    });
  });
}

function isUncallable({ kind, fields, rootElement }: Tool): boolean {
  return (kind === 'XMLToolMessage' && (fields.length <= 3 || rootElement !== 'tool')) || fields.includes('properties');
}
