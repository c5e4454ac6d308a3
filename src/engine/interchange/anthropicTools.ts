import type { ReadFunction } from '../code/schema/functions.ts';
import { type FormNode, untakenKeys } from '../code/schema/readForm.ts';
import { dict, isPyDict } from '../core/pyValue.ts';
import type { ExportFormat, ImportFormat } from '../parsers/interchange.ts';
import { readTools, refusesFunctions, writeFunctions } from './openAiTools.ts';

/** `tools` of Anthropic's requests. */
export const anthropicTools: ExportFormat = {
  id: 'anthropic-tools',
  title: 'Anthropic Tools',
  summary: 'The `tools` of a request, with `input_schema`',
  extension: '.tools.json',
  language: 'json',
  refuses: refusesFunctions,
  write: definitions =>
    writeFunctions(definitions, ({ name, description, parameters }) => ({
      tool: dict({ name, description, input_schema: parameters }),
      losses: [],
    })),
};

/** Reads `tools` of Anthropic's requests, and of a server of the Model Context Protocol. */
export const anthropicToolsImport: ImportFormat = {
  id: 'anthropic-tools',
  title: 'Anthropic Tools',
  summary: 'Functions, as Langroid tools, SWE-agent commands or a schema',
  extensions: ['.json', '.jsonc'],
  languages: ['json', 'jsonc'],
  read: (text, fileName, span) => readTools(text, fileName, span, functionOf, node => untakenKeys(node, used)),
};

/** `input_schema` of Anthropic, `inputSchema` of the Model Context Protocol; `type` says that it is a tool of one’s own. */
const used = ['name', 'description', 'input_schema', 'inputSchema', 'type'];

function functionOf(node: FormNode): ReadFunction | undefined {
  const tool = node.value;
  if (!isPyDict(tool)) return undefined;
  const name = tool.get('name');
  const description = tool.get('description');
  const parameters = tool.get('input_schema') ?? tool.get('inputSchema') ?? null;
  if (typeof name !== 'string' || !isPyDict(parameters)) return undefined;
  return { name, parameters, span: node.span, ...(typeof description === 'string' && { description }) };
}
