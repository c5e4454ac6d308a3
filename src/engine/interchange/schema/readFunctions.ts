import type { ReadFunction } from '../../code/schema/readFunction.ts';
import { schemaType } from '../../code/schema/valueSchema.ts';
import { dict } from '../../core/dict.ts';
import type { Imported } from '../../parsers/interchange.ts';
import { firstOfForms } from '../../systems/registry.ts';

/**
 * Definitions whose export gives these functions: those of a system where all of them are exactly what it sends, such as
 * SWE-agent's for commands; else a schema of its own for each whose parameters have a title, and tools for all others,
 * which are Langroid's. Without a system that has tools these are schemas as well.
 */
export function definitionsOf(functions: readonly ReadFunction[], name: string): readonly Imported[] {
  const [first] = functions;
  const last = functions.at(-1);
  if (!first || !last) return [];
  const span = { start: first.span.start, end: last.span.end };
  const exact = firstOfForms(forms => forms.exactly?.(functions));
  if (exact) return [{ name, span, config: exact }];
  const tools = functions.filter(fn => !fn.parameters.has('title'));
  const asTools = tools.length > 0 ? firstOfForms(forms => forms.asTools?.(tools)) : undefined;
  return functions.flatMap((fn): Imported[] => {
    if (asTools && !fn.parameters.has('title')) return fn === tools[0] ? [{ name, span, config: asTools }] : [];
    const description = fn.description === fn.parameters.get('description') ? undefined : fn.description;
    const config = dict({ type: schemaType, description, content_schema: fn.parameters });
    return [{ name: fn.name, span: fn.span, config }];
  });
}
