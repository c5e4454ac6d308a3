import { z } from 'zod';
import { responseText } from '../../engine/index.ts';
import { resultJson } from '../../views/resultJson.ts';
import { defineTool, jsonMembers } from '../assistTool.ts';
import { definitionInput, fieldInput, maxTokensInput, responseOf } from '../inputs.ts';
import { namedDefinition, partlyKnown } from '../namedDefinition.ts';

/** What becomes of one response. */
export const parseResponseTool = defineTool({
  name: 'parse_response',
  title: 'Parse Response',
  description:
    'Reads one response with a definition exactly as its framework would: value, toContent/toMemory/toMetadata splits, or the framework’s own ' +
    'error class, message, line and the feedback that the model would be told. A response that does not parse is a result (ok: false). `suspicions`: what is odd although the framework accepts it. ' +
    'Give `response`, or `log` with `line` for a row of a log. Not for why it fails: diagnose_response. Not for many: evaluate_log.',
  input: z.object({
    definition: definitionInput,
    response: z.string().optional(),
    log: z.string().optional().describe('a log, instead of response'),
    line: z.int().min(1).optional().describe('with log: line or number of the row, from 1'),
    field: fieldInput,
    max_tokens: maxTokensInput,
  }),
  output: z.object({
    ok: z.boolean(),
    value: z.unknown().optional(),
    content: z.unknown().optional(),
    memory: z.unknown().optional(),
    metadata: z.unknown().optional(),
    suspicions: z.array(z.looseObject({ code: z.string(), message: z.string() })).optional(),
    error: z.looseObject({}).optional(),
  }),
  async run(input, context) {
    const { definition, parser, unknown } = await namedDefinition(input.definition, context);
    const { response, marks } = await responseOf(input, context);
    const result = await parser.parse(response, { suspicions: true });
    return {
      ...jsonMembers(resultJson(definition, result, responseText(response) ?? '')),
      ...marks,
      ...partlyKnown(unknown),
    };
  },
});
