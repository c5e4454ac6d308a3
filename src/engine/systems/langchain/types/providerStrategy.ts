import { strictKey } from '../structured/strategy.ts';
import { contactSchema, strategyType } from '../structured/strategyType.ts';

/** `ProviderStrategy` of `langchain.agents.structured_output`, and LangChain.js's `providerStrategy`. */
export const providerStrategy = strategyType({
  type: 'ProviderStrategy',
  want: 'json',
  answer: '{"name": "…", "email": "…"}',
  summary: 'The structured output of an agent, in the provider’s own response format',
  documentation: `\`create_agent(response_format=ProviderStrategy(Contact))\`, and \`createAgent({ responseFormat: providerStrategy(schema) })\`: the value is the JSON of the message's text.

- What is not JSON, or breaks the schema, ends the run: nothing is told to the model. Python names the reason, JavaScript never does.
- Beside calls of tools there is no value yet: the tools run first.`,
  keys: { strict: strictKey },
  template: `{
  "type": "ProviderStrategy",
  "description": "Contact details, as an agent gives them",
  "schema": ${contactSchema}
}
`,
  kindOf: () => 'provider',
});
