import { z } from 'zod';
import { defineTool, ToolError } from '../assistTool.ts';
import { fieldInput, maxTokensInput } from '../inputs.ts';
import { isDefinitionText } from '../namedDefinition.ts';

/** What share of a log a definition reads. */
export const evaluateLogTool = defineTool({
  name: 'evaluate_log',
  title: 'Evaluate Log',
  description:
    'Reads every response of a log (JSON Lines, CSV, provider batches, traces, folders) with a definition: rate with 95 % interval, causes of errors and of ' +
    'suspicious answers with the line of an example, groups by column. `compare` adds a second definition with flips and p. ' +
    'Has no response’s text: look at a row with parse_response (log, line). Use it to judge a change over many answers.',
  input: z.object({
    log: z.string().describe('file or folder'),
    definition: z.string().describe('FILE#NAME'),
    compare: z.string().optional().describe('FILE#NAME of another definition'),
    field: fieldInput,
    group_by: z.string().optional().describe('a column, such as model'),
    max_tokens: maxTokensInput,
  }),
  output: z.object({
    totals: z.looseObject({}),
    rate: z.number().nullable(),
    interval: z.array(z.number()).nullable(),
    causes: z.array(z.looseObject({})),
  }),
  async run({ log, definition, compare, field, group_by }, context) {
    if ([definition, compare ?? ''].some(isDefinitionText))
      throw new ToolError('A log is evaluated by a definition in a file.', 'Save it, and give FILE#NAME.');
    const groupBy = group_by === undefined ? [] : [group_by];
    return { ...(await context.evaluate({ log, parser: definition, compare, field, groupBy })) };
  },
});
