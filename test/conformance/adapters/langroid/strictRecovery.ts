import { isPyDict, type PyDict, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { dedent } from '../../../../src/engine/python/dedent.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';
import { type Agent, usableTools } from '../../../../src/engine/systems/langroid/agent.ts';
import { functionParameters } from '../../../../src/engine/systems/langroid/functionSchema.ts';
import { readTool, type Tool } from '../../../../src/engine/systems/langroid/tool.ts';

/** `_get_any_tool_message(optional)`: a tool that holds any of those that the model may use; `undefined` where it may use none. */
export function anyTool(agent: Agent, isOptional: boolean): Tool | undefined {
  const tools = usableTools(agent);
  if (tools.length === 0) return undefined;
  const definitions = new Map<string, PyValue>();
  for (const { schema, className } of tools) {
    const inner = schema.get('$defs') ?? null;
    if (isPyDict(inner)) for (const [key, definition] of inner) definitions.set(key, definition);
    definitions.set(className, new Map([...schema].filter(([key]) => key !== '$defs')));
  }
  const members: PyValue[] = tools.map(({ className }) => new Map([['$ref', `#/$defs/${className}`]]));
  if (isOptional) members.push(new Map([['type', 'null']]));
  const [only] = members;
  // Pydantic titles a union, but no reference, also where it is optional.
  const title = tools.length > 1 ? [['title', 'Tool'] as const] : [];
  const field = members.length === 1 ? only! : new Map<string, PyValue>([['anyOf', members], ...title]);
  const schema = new Map<string, PyValue>([
    ['$defs', new Map([...definitions].sort(([a], [b]) => (a < b ? -1 : 1)))],
    ['properties', new Map([['tool', field]])],
    ['required', ['tool']],
    ['title', 'AnyTool'],
  ]);
  const config: PyDict = new Map<string, PyValue>([
    ['request', 'tool_or_function'],
    ['purpose', 'To call a tool/function.'],
    ['schema', schema],
  ]);
  return readTool(config, 'ToolMessage');
}

/** `_strict_recovery_instructions(tool, optional)`: how the model is asked to repeat a call that failed. */
export function strictRecoveryText(tool: Tool | undefined, isOptional: boolean): string {
  const schema = tool
    ? `
        The schema for \`tool_or_function\` is as follows:
        ${pyRepr(functionParameters(tool, { request: true }))}
        `
    : '';
  const orNull = isOptional
    ? `

        If you did NOT intend to do so, \`tool\` should be null.
        `
    : '';
  return dedent(`
        Your previous attempt to make a tool/function call appears to have failed.
        ${isOptional ? 'If you intended to make such a call, r' : 'R'}espond with your desired tool/function. Do so with the
        \`tool_or_function\` tool/function where \`tool\` is set to your intended call.
        ${schema}

        ${isOptional ? 'If you do so, b' : 'B'}e sure that your corrected call matches your intention
        in your previous request. For any field with a default value which
        you did not intend to override in your previous attempt, be sure
        to set that field to its default value. ${orNull}
        `);
}
