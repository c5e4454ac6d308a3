import { LangchainError } from '../langchainError.ts';

const chat = `The way you use the tools is by specifying a json blob, denoted below by $JSON_BLOB
Specifically, this $JSON_BLOB should have a "action" key (with the name of the tool to use) and a "action_input" key (with the input to the tool going here). 
The $JSON_BLOB should only contain a SINGLE action, do NOT return a list of multiple actions. Here is an example of a valid $JSON_BLOB:

\`\`\`
{{
  "action": "calculator",
  "action_input": "1 + 2"
}}
\`\`\`

ALWAYS use the following format:

Question: the input question you must answer
Thought: you should always think about what to do
Action: 
\`\`\`
$JSON_BLOB
\`\`\`
Observation: the result of the action
... (this Thought/Action/Observation can repeat N times)
Thought: I now know the final answer
Final Answer: the final answer to the original input question`;

const conversational = `RESPONSE FORMAT INSTRUCTIONS
----------------------------

Output a JSON markdown code snippet containing a valid JSON object in one of two formats:

**Option 1:**
Use this if you want the human to use a tool.
Markdown code snippet formatted in the following schema:

\`\`\`json
{{{{
    "action": string, // The action to take. Must be one of [{tool_names}]
    "action_input": string // The input to the action. May be a stringified object.
}}}}
\`\`\`

**Option #2:**
Use this if you want to respond directly and conversationally to the human. Markdown code snippet formatted in the following schema:

\`\`\`json
{{{{
    "action": "Final Answer",
    "action_input": string // You should put what you want to return to user here and make sure to use valid json newline characters.
}}}}
\`\`\`

For both options, remember to always include the surrounding markdown code snippet delimiters (begin with "\`\`\`json" and end with "\`\`\`")!
`;

const reActSteps = `Question: the input question you must answer
Thought: you should always think about what to do
Action: the action to take, should be one of [{tool_names}]
Action Input: the input to the action
Observation: the result of the action
... (this Thought/Action/Action Input/Observation can repeat N times)
Thought: I now know the final answer
Final Answer: the final answer to the original input question`;

const zeroShot = `Use the following format in your response:\n\n${reActSteps}`;

const react = `Use the following format:\n\n${reActSteps}`;

const structuredChat = `Output a JSON markdown code snippet containing a valid JSON blob (denoted below by $JSON_BLOB).
This $JSON_BLOB must have a "action" key (with the name of the tool to use) and an "action_input" key (tool input).

Valid "action" values: "Final Answer" (which you must use when giving your final response to the user), or one of [{tool_names}].

The $JSON_BLOB must be valid, parseable JSON and only contain a SINGLE action. Here is an example of an acceptable output:

\`\`\`json
{{
  "action": $TOOL_NAME,
  "action_input": $INPUT
}}
\`\`\`

Remember to include the surrounding markdown code snippet delimiters (begin with "\`\`\`" json and close with "\`\`\`")!
`;

/** An f-string template of LangChain.js with the names of tools filled in. */
function render(template: string, toolNames: readonly string[]): string {
  return template.replace(/\{\{|\}\}|\{tool_names\}/g, part =>
    part === '{tool_names}' ? toolNames.join(', ') : part.charAt(0),
  );
}

/** The instruction of an agent's parser; `undefined` where the class is not one of them. Throws `Error` where it has none. */
export function agentInstruction(parser: string, toolNames: readonly string[]): string | undefined {
  switch (parser) {
    case 'ChatAgentOutputParser':
      return chat;
    case 'ChatConversationalAgentOutputParser':
      return render(conversational, toolNames);
    case 'ZeroShotAgentOutputParser':
      return zeroShot;
    case 'ReActSingleInputOutputParser':
      return render(react, toolNames);
    case 'StructuredChatOutputParser':
      return render(structuredChat, toolNames);
    case 'StructuredChatOutputParserWithRetries': {
      const code = 'INVALID_PROMPT_INPUT';
      const url = `https://docs.langchain.com/oss/javascript/langchain/errors/${code}/`;
      const message = `(f-string) Missing value for input tool_schemas\n\nTroubleshooting URL: ${url}\n`;
      throw new LangchainError('Error', message, { name: 'Error', code });
    }
    case 'XMLAgentOutputParser':
      throw new LangchainError(
        'Error',
        'getFormatInstructions not implemented inside OpenAIFunctionsAgentOutputParser.',
      );
    default:
      return undefined;
  }
}
