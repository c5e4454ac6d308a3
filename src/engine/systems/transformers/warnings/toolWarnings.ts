import { EngineError } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyValue } from '../../../core/pyValue.ts';
import { typesOf } from '../coerceArguments.ts';
import type { TransformersRelease } from '../transformersRelease.ts';
import type { TemplateWarning } from './templateWarning.ts';

/** Types of tools' arguments that transformers does not cast by, or casts by in a way that surprises. Total, and linear. */
export function toolWarnings(tools: PyValue, release: TransformersRelease): readonly TemplateWarning[] {
  if (!isPyList(tools)) return [];
  return tools.flatMap((tool, i) => {
    const isWrapped = isPyDict(tool) && tool.has('function');
    const inner = isWrapped ? (tool.get('function') ?? null) : tool;
    const parameters = isPyDict(inner) ? (inner.get('parameters') ?? null) : null;
    const properties = isPyDict(parameters) ? (parameters.get('properties') ?? null) : null;
    if (!isPyDict(properties)) return [];
    const path = [i, ...(isWrapped ? ['function'] : []), 'parameters', 'properties'];
    return [...properties].flatMap(([name, schema]): readonly TemplateWarning[] => {
      const message = schemaWarning(schema, release);
      return message === undefined ? [] : [{ code: 'uncast-argument', message, in: 'tools', path: [...path, name] }];
    });
  });
}

function schemaWarning(schema: PyValue, release: TransformersRelease): string | undefined {
  if (!isPyDict(schema)) return undefined;
  let types: readonly string[];
  try {
    types = typesOf(schema, release);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
  const unread = ['$ref', ...(release === '5.17' ? ['oneOf'] : []), 'allOf'].find(key => schema.has(key));
  if (types.length === 0 && unread !== undefined)
    return `transformers ${release} does not read \`${unread}\`: an argument that comes as a text stays one. Write \`type\` or \`anyOf\`.`;
  const others = types.slice(1).filter(type => type !== 'string' && type !== 'null');
  if (types[0] !== 'string' || others.length === 0) return undefined;
  return `\`string\` is passed over, it is no match: a text that reads as \`${others[0]}\` becomes one, though \`string\` stands first.`;
}
