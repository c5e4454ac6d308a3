import { z } from 'zod';
import {
  type Definition,
  draftDefinition,
  findParsers,
  moduleOf,
  nearestName,
  parserTypes,
  readDefinitions,
  typeNamed,
} from '../../engine/index.ts';
import { candidateRow } from '../../views/resultJson.ts';
import type { AssistContext } from '../assistContext.ts';
import { defineTool, ToolError } from '../assistTool.ts';
import { maxTokensInput } from '../inputs.ts';

/** Which parser reads a response. */
export const findParserTool = defineTool({
  name: 'find_parser',
  title: 'Find Parser',
  description:
    'Ranks the workspace’s definitions and all parser types by how well they read one or more example responses, with the reason. ' +
    'With `draft` (a type’s name) it writes a definition of that type that reads them, to be saved as NAME.parser.json. ' +
    'Use it to begin from examples. Definitions that read with a module are left out.',
  input: z.object({
    responses: z.array(z.string()).min(1).max(20),
    draft: z.string().optional().describe('type to draft a definition of'),
    max_tokens: maxTokensInput,
  }),
  output: z.object({ candidates: z.array(z.looseObject({})).optional(), text: z.string().optional() }),
  async run({ responses, draft }, context) {
    if (draft !== undefined) return drafted(responses, draft, context);
    const files = new Map<Definition, string>();
    for (const file of await context.definitionFiles(undefined)) {
      const { text, path } = await context.readFile(file);
      for (const definition of readDefinitions(text, path).definitions)
        if (moduleOf(definition) === undefined) files.set(definition, file);
    }
    context.signal.throwIfAborted();
    const found = await findParsers(responses, [...files.keys()], context.host);
    const rows = found.map(candidate => candidateRow(candidate, files.get(candidate.definition)));
    return {
      candidates: rows.slice(0, maxRows).map(({ name, type, file, read, of, score, why }) => ({
        ...(file === undefined ? { type } : { definition: `${file}#${name}`, type }),
        read,
        of,
        score,
        why,
      })),
      ...(rows.length > maxRows && { others: rows.length - maxRows }),
    };
  },
});

/** Worse ones help nobody. */
const maxRows = 12;

async function drafted(responses: readonly string[], name: string, context: AssistContext) {
  const type = typeNamed(name);
  if (!type) {
    const near = nearestName(
      name,
      parserTypes.map(each => each.type),
    );
    throw new ToolError(
      `There is no parser type \`${name}\`.`,
      near === undefined ? 'Call find_parser without `draft` for those that fit.' : `Did you mean \`${near}\`?`,
    );
  }
  const draft = await draftDefinition(responses, type, context.host);
  if (!draft)
    throw new ToolError(
      `No ${name} can be drafted: the responses have nothing of its format.`,
      'Call find_parser without `draft` for the types that fit.',
    );
  return { text: draft.text, ...(draft.unread.length > 0 && { unread: draft.unread }) };
}
