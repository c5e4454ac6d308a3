import * as z from 'zod';
import type { PyValue } from '../../../core/pyValue.ts';
import type { LangchainRuntime } from '../langchainRuntime.ts';
import type { StrategyKind } from '../structured/strategy.ts';
import { calledContact, contactSchema, strategyType } from '../structured/strategyType.ts';

/** `AutoStrategy` of `langchain.agents.structured_output`: a bare schema, in both runtimes. */
export const autoStrategy = strategyType({
  type: 'AutoStrategy',
  want: 'tool-calls',
  answer: calledContact,
  summary: 'The structured output of an agent that is given a bare schema',
  documentation: `\`create_agent(response_format=Contact)\`, and \`createAgent({ responseFormat: schema })\`: the provider's own response format where the model's profile has it, else a tool's call.

- A profile is not known here. Without one Python goes by the name of the \`model\`, JavaScript calls tools: a definition is read as that. What is bound in the other case has a view of its own.`,
  keys: {
    model: z
      .string()
      .describe('The name of the agent’s model, by which Python, without a profile, decides what the schema becomes.')
      .optional(),
  },
  template: `{
  "type": "AutoStrategy",
  "description": "Contact details, as an agent gives them",
  "schema": ${contactSchema}
}
`,
  kindOf: ({ config }, runtime) => bareStrategy(config.get('model') ?? null, runtime),
});

/** The families that Python takes to have a response format of their own, with dates and other endings. */
const families =
  /(?:^|[/:.])(?:gpt-4\.1|gpt-4o|gpt-5(?:\.[1-5])?|claude-haiku-4-5|claude-opus-4-[5-8]|claude-sonnet-4-[56]|claude-(?:haiku-|opus-|sonnet-)?5|grok-4|grok-build)(?=$|[-:@])/;

/** What a bare schema becomes for a model without a known profile. */
function bareStrategy(model: PyValue, runtime: LangchainRuntime): StrategyKind {
  return runtime === 'python' && typeof model === 'string' && families.test(model.toLowerCase()) ? 'provider' : 'tool';
}
