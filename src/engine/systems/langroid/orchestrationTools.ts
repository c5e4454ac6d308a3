import { once } from '../../core/once.ts';
import { fromPlain, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { pyStr } from '../../python/index.ts';
import { readTool, type Tool } from './tool.ts';

const text = { type: 'string' };
const tools = {
  type: 'array',
  default: [],
  items: {
    type: 'object',
    title: 'ToolMessage',
    additionalProperties: true,
    properties: { request: text, purpose: text, id: { type: 'string', default: '' } },
    required: ['request', 'purpose'],
  },
};
const content = { type: 'string', default: '' };

/** Name, class, purpose and own fields of the tools by which an agent controls its task. */
const definitions: readonly (readonly [string, string, string, Readonly<Record<string, object>>])[] = [
  [
    'forward_tool',
    'ForwardTool',
    '\n    To forward the current message to an <agent>, where <agent> \n    could be the name of an agent, or an entity such as "user", "llm".\n    ',
    { agent: text },
  ],
  [
    'done_tool',
    'DoneTool',
    '\n    To signal the current task is done, along with an optional message <content>\n    of arbitrary type (default None).\n    ',
    { content },
  ],
  [
    'agent_done_tool',
    'AgentDoneTool',
    '\n    To signal the current task is done, along with an optional message <content>\n    of arbitrary type (default None) and an \n    optional list of <tools> (default empty list).\n    ',
    { content: { default: null }, tools },
  ],
  ['pass_tool', 'PassTool', '\n    To pass the current message so that other agents can handle it.\n    ', {}],
  [
    'done_pass_tool',
    'DonePassTool',
    '\n    To signal the current task is done, with results set to the current/incoming msg.\n    ',
    {},
  ],
  [
    'send_tool',
    'SendTool',
    '\n    To send message <content> to agent specified in <to> field.\n    ',
    { to: text, content },
  ],
  [
    'agent_send_tool',
    'AgentSendTool',
    '\n    To send message <content> and <tools> to agent specified in <to> field. \n    ',
    { to: text, content, tools },
  ],
  ['result_tool', 'ResultTool', 'Ignored; Wrapper for a structured message', {}],
];

/** The eight tools that an agent handles with `enable_orchestration_tool_handling`; its model is not told of them. */
export const orchestrationTools: () => readonly Tool[] = once(() =>
  definitions.map(([request, title, purpose, fields]) => {
    const schema = {
      title,
      properties: fields,
      required: Object.keys(fields).filter(key => fields[key] === text),
    };
    const tool = readTool(fromPlain({ request, purpose, schema, use: false }), 'ToolMessage');
    const isDone = request === 'done_tool';
    return {
      ...tool,
      isOrchestration: true,
      validate: value => tool.validate(isDone ? withTextContent(value) : value),
    };
  }),
);

/** `DoneTool` makes a string of whatever its content is. */
function withTextContent(value: PyDict): PyDict {
  const given: PyValue | undefined = value.get('content');
  if (given === undefined) return value;
  return new Map([...value, ['content', given === null ? '' : pyStr(given)]]);
}
