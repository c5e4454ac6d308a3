import * as z from 'zod';

const filter = z.union([z.boolean(), z.string(), z.array(z.string())]);

const expectation = z.strictObject({
  value: z.unknown().describe('The whole parsed value.').optional(),
  content: z.unknown().describe('What `to_content` gives.').optional(),
  memory: z.unknown().describe('What `to_memory` gives.').optional(),
  metadata: z.unknown().describe('What `to_metadata` gives.').optional(),
  error: z.string().describe('The class of the error that the response gives, such as `JsonParsingError`.').optional(),
});

const sample = z.strictObject({
  name: z.string().describe('The name in the Test Explorer and in reports.').optional(),
  text: z
    .union([z.string(), z.array(z.string())])
    .describe('The response. A list is joined with line feeds.')
    .optional(),
  file: z.string().describe('A file with the response, relative to this definition.').optional(),
  task: z
    .string()
    .describe(
      'What the model was asked: a text, or the path of a `.messages.json` relative to this definition. With it the definition can be run against a model.',
    )
    .optional(),
  expect: expectation
    .describe('What the response must give; each part is compared whole. Without it the sample passes if it parses.')
    .optional(),
});

/** Keys that every definition may have, beside `type`. */
export const commonKeys = {
  description: z.string().describe('One line that pickers and hovers show.').optional(),
  format_instruction: z
    .union([z.string(), z.null()])
    .describe(
      'Replaces the type’s own instruction text. Only the type’s own placeholders, such as `{content_hint}`, are replaced; every other brace stays as it is. For `RegexTaggedContentParser` it is the class’s own argument, taken literally.',
    )
    .optional(),
  samples: z.array(sample).describe('Sample responses that double as regression tests.').optional(),
} satisfies z.ZodRawShape;

/** Keys of the types whose value is a dictionary. */
export const filterKeys = {
  keys_to_content: filter
    .describe(
      'What goes to the **content** of the reply: `true` (all, the default), `false` (nothing), one key, or a list of keys.',
    )
    .meta({ default: true })
    .optional(),
  keys_to_memory: filter
    .describe(
      'What goes to the agent’s **memory**: `true` (all, the default), `false` (nothing), one key, or a list of keys.',
    )
    .meta({ default: true })
    .optional(),
  keys_to_metadata: filter
    .describe(
      'What goes to the **metadata** of the reply: `false` (nothing, the default), `true` (all), one key, or a list of keys.',
    )
    .meta({ default: false })
    .optional(),
} satisfies z.ZodRawShape;

/** The names of the three filters. */
export const filterNames: readonly string[] = Object.keys(filterKeys);
