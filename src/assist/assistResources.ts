import { z } from 'zod';
import { answerCauses, causeCatalogue, markupCauses, parserTypes, violationCatalogue } from '../engine/index.ts';

/** A page that an assistant can read. */
export interface AssistResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  text(): string;
}

/** The pages: what each type is and takes, as hovers show it, and what each cause means. */
export function assistResources(): readonly AssistResource[] {
  const types = parserTypes.map(
    ({ type, system, summary, keys, documentation, template }): AssistResource => ({
      uri: `parserlens://types/${type}`,
      name: type,
      title: `${type} (${system})`,
      description: summary,
      text: () =>
        [
          `# ${type}`,
          `${system}. ${summary}`,
          documentation,
          '## Keys',
          ...Object.entries(keys).map(([key, schema]) => `- \`${key}\`: ${meaningOf(schema as z.ZodType)}`),
          '## Example',
          `\`\`\`json\n${template}\n\`\`\``,
        ].join('\n\n'),
    }),
  );
  return [
    ...types,
    {
      uri: 'parserlens://causes',
      name: 'causes',
      title: 'Causes of responses that do not read',
      description: 'What each cause of a diagnosis means.',
      text: () => causeLines().join('\n'),
    },
  ];
}

/** What a key is: its schema has the words of what is optional in it. */
function meaningOf(schema: z.ZodType): string | undefined {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).description;
}

function causeLines(): readonly string[] {
  const written = Object.entries(markupCauses).map(([cause, { summary }]) => [cause, summary]);
  return [
    ...Object.entries(causeCatalogue),
    ...written,
    ...Object.entries(answerCauses),
    ...Object.entries(violationCatalogue),
  ].map(([cause, summary]) => `- \`${cause}\`: ${summary}`);
}
