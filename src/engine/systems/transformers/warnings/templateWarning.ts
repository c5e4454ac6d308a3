import { EngineError } from '../../../core/errors.ts';
import type { ProblemCode } from '../../../core/problem.ts';
import { isPyDict, isPyList, type PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { TemplatePath } from '../anchor.ts';
import { typesOf } from '../coerceArguments.ts';
import type { TransformersRelease } from '../transformersRelease.ts';

/** What transformers accepts without a word, and what will not do what was meant. */
export interface TemplateWarning {
  readonly code: ProblemCode;
  readonly message: string;
  /** What it is about. */
  readonly in: 'response_template' | 'chat_template' | 'tools';
  /** Where in that value; empty for a chat template. */
  readonly path: TemplatePath;
  /** Where in the text of the chat template; absent: it is about all of it. */
  readonly span?: Span;
}

/** A warning about a part of the response template. */
export function responseWarning(
  code: ProblemCode,
  message: string,
  path: TemplatePath,
): TemplateWarning & { readonly in: 'response_template' } {
  return { code, message, in: 'response_template', path };
}

/** A warning about the chat template, or a part of its text. */
export function chatWarning(code: ProblemCode, message: string, span?: Span): TemplateWarning {
  return { code, message, in: 'chat_template', path: [], ...(span && { span }) };
}

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
