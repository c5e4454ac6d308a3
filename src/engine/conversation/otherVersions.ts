import { agentscope2Version } from '../core/agentscopeReleases.ts';
import { nearestName } from '../core/nearestName.ts';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import { formatterTypes2 } from './agentscope2/formatters/registry.ts';
import { formatterNames } from './formatters/registry.ts';

/** Blocks that AgentScope 2 has, each with what stands for it in AgentScope 1. */
const laterBlocks: ReadonlyMap<string, string> = new Map([
  [
    'tool_call',
    'In AgentScope 1 it is `{ "type": "tool_use", "id", "name", "input" }`, whose `input` is an object, not a JSON text.',
  ],
  [
    'data',
    'In AgentScope 1 it is `image`, `audio` or `video`, with the same `source`, whose `url` takes no `media_type`.',
  ],
  ['hint', 'In AgentScope 1 it is a message of role `user` with a `text` block.'],
]);

/** What is wrong with a name, and the name that is meant where one is near. */
export interface UnknownName {
  readonly message: string;
  readonly near?: string;
}

/** What to say of a formatter that does not exist in AgentScope 1: that it is AgentScope 2's, or the nearest name. */
export function unknownFormatter(name: string): UnknownName {
  if (formatterTypes2.some(each => each.name === name)) {
    const version = `"agentscope_version": "${agentscope2Version}"`;
    return {
      message: `\`${name}\` is a formatter of AgentScope 2: it needs \`${version}\`, and messages of that version.`,
    };
  }
  const near = nearestName(name, formatterNames);
  return withNear(`There is no formatter \`${name}\`.`, near, '');
}

/** What to say of a type of block that no formatter knows; `known` are those that they do. */
export function unknownBlock(type: string, known: readonly string[]): UnknownName {
  const later = laterBlocks.get(type);
  if (later !== undefined) return { message: `\`${type}\` is a block of AgentScope 2. ${later}` };
  const there = `No formatter knows blocks of type \`${type}\`.`;
  return withNear(there, nearestName(type, known), ` The types are \`${known.join('`, `')}\`.`);
}

/** What to say of the blocks of AgentScope 2 in these messages, once for each type. Linear. */
export function laterBlockNotes(messages: readonly { readonly content: PyValue }[]): readonly string[] {
  const types = messages.flatMap(({ content }) =>
    isPyList(content) ? content.map(block => (isPyDict(block) ? block.get('type') : undefined)) : [],
  );
  return [...laterBlocks.keys()].filter(type => types.includes(type)).map(type => unknownBlock(type, []).message);
}

function withNear(message: string, near: string | undefined, otherwise: string): UnknownName {
  return near === undefined
    ? { message: message + otherwise }
    : { message: `${message} Did you mean \`${near}\`?`, near };
}
