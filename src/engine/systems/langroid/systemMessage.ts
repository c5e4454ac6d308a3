import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource, Piece } from '../../parsers/parser.ts';
import { joinPieces, textOf } from '../../parsers/shared/pieces.ts';
import { jsonDumps, pyStrip, toJsonText } from '../../python/index.ts';
import { type Agent, usableTools } from './agent.ts';
import { usageExamples, verbatimFields } from './formatExample.ts';
import { functionParameters, llmFunctionSchema } from './functionSchema.ts';
import { fieldType, propertiesOf, withoutNone } from './pythonTypes.ts';
import { excludedFields, type Tool } from './tool.ts';

/** `group_format_instructions()`; a class's own is never used. */
export const groupFormatInstructions = `
=== ALL AVAILABLE TOOLS and THEIR FORMAT INSTRUCTIONS ===
You have access to the following TOOLS to accomplish your task:

{format_instructions}

When one of the above TOOLs is applicable, you must express your 
request as "TOOL:" followed by the request in the above format.
`;

const langroidToolsInstructions = `
        IMPORTANT: When using this or any other tool/function, you MUST include a 
        \`request\` field and set it equal to the FUNCTION/TOOL NAME you intend to use.
        `;

/** The format instructions of all tools that the model may use, one after another. */
export function allFormatInstructions(agent: Agent, source?: DefinitionSource): readonly Piece[] {
  return joinPieces(
    usableTools(agent).map(tool => formatInstructions(tool, source)),
    '\n\n',
  );
}

/** `tool_format_rules()`: how the model has to write its tools. Nothing where it may use none. Raises `EngineError` where an example is refused. */
export function toolFormatRules(agent: Agent, source?: DefinitionSource): readonly Piece[] {
  if (usableTools(agent).length === 0) return [];
  const [before = '', after = ''] = groupFormatInstructions.split('{format_instructions}');
  return [{ text: before }, ...allFormatInstructions(agent, source), { text: after }];
}

/** `tool_instructions()`: guidance on the use of the tools. Raises `EngineError` where an example is refused. */
export function toolInstructions(agent: Agent): string {
  const blocks = usableTools(agent).flatMap(tool => toolBlock(agent, tool));
  if (blocks.length === 0) return '';
  const indent = ' '.repeat(12);
  return dedented(`=== GUIDELINES ON SOME TOOLS/FUNCTIONS USAGE ===\n${indent}${blocks.join('\n\n')}\n${indent}`);
}

function toolBlock(agent: Agent, tool: Tool): string[] {
  const instructions = tool.instructions + (agent.useTools ? langroidToolsInstructions : '');
  const examples = agent.useTools ? '' : usageExamples(tool);
  if (instructions === '' && examples === '') return [];
  const indent = ' '.repeat(24);
  const guidance = instructions === '' ? '' : `GUIDANCE: ${instructions}`;
  const exampleText = examples === '' ? '' : `EXAMPLES:\n${examples}`;
  return [dedented(`TOOL: ${tool.name}:\n${indent}${guidance}\n${indent}${exampleText}\n${indent}`)];
}

/** The whole system message. Raises `EngineError` where an example is refused. */
export function systemMessage(agent: Agent): string {
  const rules = agent.useTools ? textOf(toolFormatRules(agent)) : '';
  const parts = [agent.systemMessage, toolInstructions(agent), rules];
  return pyStrip(parts.filter((part, i) => i === 0 || part !== '').join('\n\n'));
}

function dedented(text: string): string {
  return textOf(withoutBlankLines([{ text }]));
}

/**
 * How the model learns of its tools. With Langroid's own tools the format instructions of one, the rules of several; without
 * them what else says something of the tools: the guidance in the system message, and with the API's functions the `tools` or
 * `functions` of the request, as JSON. Raises `EngineError` where an example is refused.
 */
export function sentInstruction(agent: Agent, source: DefinitionSource, isSingle: boolean): readonly Piece[] {
  if (agent.useTools) return isSingle ? allFormatInstructions(agent, source) : toolFormatRules(agent, source);
  const guidance = toolInstructions(agent);
  const functions = agent.useFunctionsApi ? functionsSent(agent, source) : [];
  return joinPieces(
    [guidance === '' ? [] : [{ text: guidance }], functions].filter(({ length }) => length > 0),
    '\n\n',
  );
}

/** The functions of a request, a list in JSON. A model that supports strict tools gets strict schemas instead. */
function functionsSent(agent: Agent, source: DefinitionSource): readonly Piece[] {
  const tools = usableTools(agent);
  if (tools.length === 0) return [];
  const items = tools.map((tool): readonly Piece[] => {
    const text = toJsonText(requestForm(agent, tool)).replaceAll('\n', '\n  ');
    const origin = tool.path && source.spanOf(tool.path);
    return [{ text: '  ' }, origin ? { text, origin } : { text }];
  });
  return [{ text: '[\n' }, ...joinPieces(items, ',\n'), { text: '\n]' }];
}

function requestForm(agent: Agent, tool: Tool): PyDict {
  const schema = llmFunctionSchema(tool);
  if (!agent.useToolsApi) return schema;
  return new Map<string, PyValue>([
    ['type', 'function'],
    ['function', schema],
  ]);
}

const indent = ' '.repeat(12);

/** `format_instructions(tool=True)` of a tool, in pieces. Raises `EngineError` where an example is refused. */
export function formatInstructions(tool: Tool, source?: DefinitionSource): readonly Piece[] {
  const piece = (text: string, key: string): Piece => {
    const origin = tool.path && source?.spanOf([...tool.path, key]);
    return origin ? { text, origin } : { text };
  };
  if (tool.formatInstructions !== undefined) return [piece(tool.formatInstructions, 'format_instructions')];
  const examples = tool.examples.length > 0 ? [{ text: 'EXAMPLES:\n' }, piece(usageExamples(tool), 'examples')] : [];
  return tool.kind === 'XMLToolMessage'
    ? xmlInstructions(tool, piece, examples)
    : jsonInstructions(tool, piece, examples);
}

function jsonInstructions(
  tool: Tool,
  piece: (text: string, key: string) => Piece,
  examples: readonly Piece[],
): readonly Piece[] {
  const parameters = functionParameters(tool, { request: true });
  return withoutBlankLines([
    { text: 'TOOL: ' },
    piece(tool.name, 'request'),
    { text: `\n${indent}PURPOSE: ` },
    piece(tool.purpose, 'purpose'),
    { text: ` \n${indent}JSON FORMAT: ` },
    piece(jsonDumps(parameters, { ensureAscii: true, indent: 4 }), 'schema'),
    { text: `\n${indent}` },
    ...examples,
    { text: `\n${indent}` },
  ]);
}

const xmlIntroduction = `
        To use this tool, please provide the required information in an XML-like 
        format. Here's how to structure your input:


        `;

function xmlInstructions(
  tool: Tool,
  piece: (text: string, key: string) => Piece,
  examples: readonly Piece[],
): readonly Piece[] {
  const verbatim = verbatimFields(tool.schema);
  const { placeholders, format } = xmlFormat(tool, new Set(verbatim));
  const alert =
    verbatim.length === 0
      ? ''
      : `
            EXTREMELY IMPORTANT: For these fields:
            ${verbatim.join(', ')},
            the contents MUST be wrapped in a CDATA section, and the content
            must be written verbatim WITHOUT any modifications or escaping,
            such as spaces, tabs, indents, newlines, quotes, etc.
            `;
  return [
    { text: 'TOOL: ' },
    piece(tool.name, 'request'),
    { text: `\n${indent}PURPOSE: ` },
    piece(tool.purpose, 'purpose'),
    { text: ` \n\n${indent}${xmlIntroduction}\n${indent}` },
    piece(placeholders, 'schema'),
    { text: `\n${indent}` },
    piece(format, 'schema'),
    {
      text: `\n\n${indent}Make sure to replace the placeholders with actual values \n${indent}when using the tool.                \n${indent}${alert}            \n${indent}`,
    },
    ...examples,
    { text: `\n${indent}` },
  ].filter(({ text }) => text !== '');
}

const maxDepth = 50;
/** How many lines show the parts of models: models that hold models twice double them with every level. */
const maxElements = 20_000;

/** The two parts of an XML tool's format: what the placeholders stand for, and the elements with them. */
function xmlFormat(tool: Tool, verbatim: ReadonlySet<string>): { placeholders: string; format: string } {
  const placeholders: string[] = [];
  const elements: string[] = [];
  const nameOf = (schema: PyValue | undefined) => fieldType(tool.schema, schema).name;

  const field = (key: string, schema: PyValue | undefined, margin: string, outer: string, depth: number) => {
    const type = fieldType(tool.schema, withoutNone(schema));
    const path = outer === '' ? key : `${outer}.${key}`;
    const placeholder = key.toUpperCase();
    const enclose = (inner: () => void) => {
      elements.push(`${margin}<${key}>`);
      inner();
      elements.push(`${margin}</${key}>`);
    };
    if (type.kind === 'model' && depth < maxDepth && elements.length < maxElements) {
      placeholders.push(`${placeholder} = [nested structure for ${key}]`);
      enclose(() => fields(type.schema, `${margin}  `, path, depth + 1));
    } else if (type.kind === 'list') {
      const item = nameOf(type.item);
      const isModel = fieldType(tool.schema, type.item).kind === 'model';
      placeholders.push(`${placeholder} = [list of ${isModel ? 'nested structures' : item} for ${key}]`);
      enclose(() => elements.push(`${margin}  <item>[${item} value]</item>`, `${margin}  ...`));
    } else if (type.kind === 'dict') {
      const value = nameOf(type.value);
      placeholders.push(`${placeholder} = [dictionary with str keys and ${value} values]`);
      enclose(() => elements.push(`${margin}  <str>[${value} value]</str>`, `${margin}  ...`));
    } else {
      placeholders.push(`${placeholder} = [value for ${key}]`);
      const content = verbatim.has(path) ? `<![CDATA[{${placeholder}}]]>` : `{${placeholder}}`;
      elements.push(`${margin}<${key}>${content}</${key}>`);
    }
  };
  const fields = (schema: PyDict, margin: string, outer: string, depth: number) => {
    for (const [key, item] of propertiesOf(schema))
      if (depth > 0 || !excludedFields.includes(key)) field(key, item, margin, outer, depth);
  };

  fields(tool.schema, '', '', 0);
  return {
    placeholders: ['Placeholders:', ...placeholders, ''].join('\n'),
    format: ['Formatting example:', '', `<${tool.rootElement}>`, ...elements, `</${tool.rootElement}>`].join('\n'),
  };
}

/**
 * What `textwrap.dedent` does to a text whose first line has no indent: lines of blanks and tabs alone become empty, also where a line
 * goes through several pieces.
 */
function withoutBlankLines(pieces: readonly Piece[]): readonly Piece[] {
  const text = textOf(pieces);
  const cuts: { readonly start: number; readonly end: number }[] = [];
  for (const match of text.matchAll(/^[ \t]+$/gm))
    if (isLine(text, match.index, match.index + match[0].length))
      cuts.push({ start: match.index, end: match.index + match[0].length });
  const kept: Piece[] = [];
  let offset = 0;
  let next = 0;
  for (const piece of pieces) {
    const end = offset + piece.text.length;
    let rest = '';
    let from = offset;
    while (next < cuts.length && cuts[next]!.start < end) {
      const cut = cuts[next]!;
      rest += text.slice(from, Math.max(from, cut.start));
      from = Math.min(end, Math.max(from, cut.end));
      if (cut.end > end) break;
      next++;
    }
    rest += text.slice(from, end);
    if (rest !== '') kept.push({ ...piece, text: rest });
    offset = end;
  }
  return kept;
}

/** For Python only a line feed ends a line. */
function isLine(text: string, start: number, end: number): boolean {
  return (start === 0 || text.charAt(start - 1) === '\n') && (end === text.length || text.charAt(end) === '\n');
}
