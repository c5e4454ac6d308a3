import { z } from 'zod';
import { causeSummary, responseText } from '../../engine/index.ts';
import { diagnosisJson } from '../../views/resultJson.ts';
import { defineTool, jsonMembers } from '../assistTool.ts';
import { definitionInput, fieldInput, maxTokensInput, responseOf } from '../inputs.ts';
import { namedDefinition, partlyKnown } from '../namedDefinition.ts';

/** Why one response does not read. */
export const diagnoseResponseTool = defineTool({
  name: 'diagnose_response',
  title: 'Diagnose Response',
  description:
    'Tells why a response does not read: the smallest edits under which the definition reads it, likeliest first, each with line, before, after, ' +
    'cause and a calibrated confidence; `lossy` means part of the answer is missing. No candidates: nobody knows. ' +
    '`violations`: where good JSON is not what the definition wants, by JSON pointer: what only the model can give is not invented. ' +
    'Use it after parse_response failed. Resource parserlens://causes explains the causes.',
  input: z.object({
    definition: definitionInput,
    response: z.string().optional(),
    log: z.string().optional().describe('a log, instead of response'),
    line: z.int().min(1).optional().describe('with log: the row, from 1'),
    field: fieldInput,
    limit: z.int().min(1).max(20).optional().describe('candidates, default 3'),
    max_tokens: maxTokensInput,
  }),
  output: z.object({
    ok: z.boolean(),
    cause: z.string().optional(),
    because: z.string().optional(),
    candidates: z.array(z.looseObject({})),
    violations: z.array(z.looseObject({})).optional(),
    partly: z.looseObject({}).optional(),
  }),
  async run(input, context) {
    const { parser, unknown } = await namedDefinition(input.definition, context);
    const { response, marks } = await responseOf(input, context);
    const diagnosis = await parser.diagnose(response, { limit: input.limit ?? 3 });
    const text = responseText(response) ?? '';
    const { ok, cause, candidates, violations, partly } = jsonMembers(diagnosisJson(diagnosis, text)) as {
      readonly ok: boolean;
      readonly cause?: Edit['cause'];
      readonly candidates: readonly Row[];
      readonly violations?: readonly object[];
      readonly partly?: Row;
    };
    const rowView = (row: Row) => ({ ...row, edits: row.edits.map(edit => editOf(edit, text)) });
    return {
      ok,
      ...(cause !== undefined && { cause, because: causeSummary(cause) }),
      candidates: candidates.map(rowView),
      ...(violations && { violations }),
      ...(partly && { partly: rowView(partly) }),
      ...marks,
      ...partlyKnown(unknown),
    };
  },
});

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly cause: Parameters<typeof causeSummary>[0];
  readonly call?: number;
}

interface Row {
  readonly edits: readonly Edit[];
}

/** An edit with what it replaces: an assistant counts no characters. */
function editOf({ start, end, text: after, cause, call, ...place }: Edit, text: string) {
  const before = call === undefined ? { before: text.slice(start, end) } : { call, start, end };
  return { ...place, ...before, after, cause, because: causeSummary(cause) };
}
