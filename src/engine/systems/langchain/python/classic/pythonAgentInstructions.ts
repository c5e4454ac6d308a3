import { EngineError } from '../../../../core/errors.ts';

const reAct = `Use the following format:

Question: the input question you must answer
Thought: you should always think about what to do
Action: the action to take, should be one of [{tool_names}]
Action Input: the input to the action
Observation: the result of the action
... (this Thought/Action/Action Input/Observation can repeat N times)
Thought: I now know the final answer
Final Answer: the final answer to the original input question`;

const chat = `The way you use the tools is by specifying a json blob.
Specifically, this json should have a \`action\` key (with the name of the tool to use) and a \`action_input\` key (with the input to the tool going here).

The only values that should be in the "action" field are: {tool_names}

The $JSON_BLOB should only contain a SINGLE action, do NOT return a list of multiple actions. Here is an example of a valid $JSON_BLOB:

\`\`\`
{{{{
  "action": $TOOL_NAME,
  "action_input": $INPUT
}}}}
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

const structuredChat = `Use a json blob to specify a tool by providing an action key (tool name) and an action_input key (tool input).

Valid "action" values: "Final Answer" or {tool_names}

Provide only ONE action per $JSON_BLOB, as shown:

\`\`\`
{{{{
  "action": $TOOL_NAME,
  "action_input": $INPUT
}}}}
\`\`\`

Follow this format:

Question: input question to answer
Thought: consider previous and subsequent steps
Action:
\`\`\`
$JSON_BLOB
\`\`\`
Observation: action result
... (repeat Thought/Action/Observation N times)
Thought: I know what to respond
Action:
\`\`\`
{{{{
  "action": "Final Answer",
  "action_input": "Final response to human"
}}}}
\`\`\``;

const conversational = `To use a tool, please use the following format:

\`\`\`
Thought: Do I need to use a tool? Yes
Action: the action to take, should be one of [{tool_names}]
Action Input: the input to the action
Observation: the result of the action
\`\`\`

When you have a response to say to the Human, or if you do not need to use a tool, you MUST use the format:

\`\`\`
Thought: Do I need to use a tool? No
{ai_prefix}: [your response here]
\`\`\``;

const conversationalChat = `RESPONSE FORMAT INSTRUCTIONS
----------------------------

When responding to me, please output a response in one of two formats:

**Option 1:**
Use this if you want the human to use a tool.
Markdown code snippet formatted in the following schema:

\`\`\`json
{{{{
    "action": string, \\\\ The action to take. Must be one of {tool_names}
    "action_input": string \\\\ The input to the action
}}}}
\`\`\`

**Option #2:**
Use this if you want to respond directly to the human. Markdown code snippet formatted in the following schema:

\`\`\`json
{{{{
    "action": "Final Answer",
    "action_input": string \\\\ You should put what you want to return to use here
}}}}
\`\`\``;

const instructions: Readonly<Record<string, string>> = {
  ReActSingleInputOutputParser: reAct,
  MRKLOutputParser: reAct,
  ReActJsonSingleInputOutputParser: chat,
  ChatOutputParser: chat,
  StructuredChatOutputParser: structuredChat,
  ConversationalOutputParser: conversational,
  ConversationalChatOutputParser: conversationalChat,
};

/**
 * What `get_format_instructions()` gives: a template whose places the agent fills in, braces still doubled. Throws
 * `NotImplementedError` for the classes that have none.
 */
export function pythonAgentInstruction(parser: string): string {
  const text = instructions[parser];
  if (text === undefined) throw new EngineError('NotImplementedError', '');
  return text;
}
