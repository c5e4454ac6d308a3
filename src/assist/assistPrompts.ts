import { z } from 'zod';

/** A prompt that a user of an assistant can choose. */
export interface AssistPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject<Record<string, z.ZodType<string | undefined>>>;
  text(input: Readonly<Record<string, string | undefined>>): string;
}

export const assistPrompts: readonly AssistPrompt[] = [
  {
    name: 'write-definition',
    title: 'Write a Parser Definition',
    description: 'Writes a .parser.json from a description and example responses.',
    input: z.object({
      task: z.string().describe('what the model shall answer'),
      framework: z.string().optional().describe('AgentScope, SWE-agent, Langroid, LangChain, …'),
    }),
    text: ({ task, framework }) =>
      [
        `Write a ParserLens definition (*.parser.json) for this: ${task}`,
        framework === undefined ? '' : `It is for ${framework}: choose a type of that system.`,
        'Work in this loop:',
        '1. find_parser with two or three example responses (write them if there are none) names the types that fit; read parserlens://types/NAME of the best; find_parser with `draft` writes a first text.',
        '2. check_definitions with `text` and `file_name` until there are no problems; then save the file.',
        '3. get_instruction shows what the model is told: it must ask for exactly the form that is read.',
        '4. parse_response with a good answer, a bad one and one that is cut off; diagnose_response where one does not read.',
        '5. Put those answers into `samples` with what they must give, and call check_definitions once more.',
      ]
        .filter(Boolean)
        .join('\n'),
  },
  {
    name: 'fix-failing-samples',
    title: 'Fix Failing Samples',
    description: 'Makes the samples of definitions pass, or says which expectation is wrong.',
    input: z.object({ path: z.string().optional().describe('file or folder; default: the workspace') }),
    text: ({ path }) =>
      [
        `Call check_definitions${path === undefined ? '' : ` with path ${JSON.stringify(path)}`}. For each sample that fails:`,
        '1. Read its differences. parse_response shows the whole result, diagnose_response the smallest edits under which it would read, with their causes.',
        '2. Decide who is wrong: the definition (change it), the expectation (correct it, and say why), or the response (keep it as a sample that expects the error).',
        '3. Make the smallest change, then call check_definitions again. Never weaken an expectation only to make it pass.',
        'End with a list: sample, cause, what was changed.',
      ].join('\n'),
  },
];
