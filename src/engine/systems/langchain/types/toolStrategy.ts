import { calledContact, contactSchema, strategyType } from '../structured/strategyType.ts';

/** `ToolStrategy` of `langchain.agents.structured_output`, and LangChain.js's `toolStrategy`. */
export const toolStrategy = strategyType({
  type: 'ToolStrategy',
  want: 'tool-calls',
  answer: calledContact,
  summary: 'The structured output of an agent, given by calling a tool',
  documentation: `\`create_agent(response_format=ToolStrategy(Contact))\`, and \`createAgent({ responseFormat: toolStrategy(schema) })\`: the value is what a call of the schema's tool is given.

- **No call, no value, no error**: the run ends without one.
- What breaks the schema is told to the model, as \`handle_errors\` or \`handleError\` says; so are two such calls.
- Python coerces, fills defaults and drops other members, but does not check a schema that is a dictionary. JavaScript applies no default of zod's.`,
  template: `{
  "type": "ToolStrategy",
  "description": "Contact details, as an agent gives them",
  "schema": ${contactSchema}
}
`,
  kindOf: () => 'tool',
});
