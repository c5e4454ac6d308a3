import { nearestName } from '../core/nearestName.ts';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import { systemFormattings } from '../systems/registry.ts';
import { formatterNames } from './formatters/registry.ts';

/** Blocks of a later generation, each with what is said of it. */
const laterBlocks: ReadonlyMap<string, string> = new Map(
  systemFormattings.flatMap(({ system, insteadOf }) =>
    Object.entries(insteadOf).map(([type, words]) => [type, `\`${type}\` is a block of ${system}. ${words}`] as const),
  ),
);

/** What is wrong with a name, and the name that is meant where one is near. */
export interface UnknownName {
  readonly message: string;
  readonly near?: string;
}

/** What to say of a formatter that does not exist in AgentScope 1: that it is a later one's, or the nearest name. */
export function unknownFormatter(name: string): UnknownName {
  const later = systemFormattings.find(({ formatters }) => formatters.some(each => each.name === name));
  if (later) {
    const version = `"agentscope_version": "${later.versions[0]}"`;
    return {
      message: `\`${name}\` is a formatter of ${later.system}: it needs \`${version}\`, and messages of that version.`,
    };
  }
  const near = nearestName(name, formatterNames);
  return withNear(`There is no formatter \`${name}\`.`, near, '');
}

/** What to say of a type of block that no formatter knows; `types` are those that they do. */
export function unknownBlock(type: string, types: readonly string[]): UnknownName {
  const later = laterBlocks.get(type);
  if (later !== undefined) return { message: later };
  const there = `No formatter knows blocks of type \`${type}\`.`;
  return withNear(there, nearestName(type, types), ` The types are \`${types.join('`, `')}\`.`);
}

/** What to say of the blocks of a later generation in these messages, once for each type. Linear. */
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
