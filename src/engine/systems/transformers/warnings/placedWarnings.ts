import { type Problem, problem } from '../../../core/problem.ts';
import { isPyDict, type PyDict } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import type { TemplatePath } from '../anchor.ts';
import type { TemplateSettings } from '../templateSettings.ts';
import type { TemplateWarning } from './templateWarning.ts';
import { templateWarnings } from './templateWarnings.ts';

/** The warnings of a definition's templates as problems at their places; what stands in a file is placed at what names the file. Total, see `templateWarnings`. */
export function placedWarnings(
  source: DefinitionSource,
  { template, chatTemplate, tools }: TemplateSettings,
): readonly Problem[] {
  const dict = (key: string): PyDict => {
    const value = source.config.get(key);
    return isPyDict(value) ? value : new Map();
  };
  const warnings = templateWarnings({
    response: template,
    chat: chatTemplate,
    tools,
    specialTokens: dict('special_tokens'),
    kwargs: dict('template_kwargs'),
  });
  return warnings.map(warning => problem(warning.code, warning.message, placeOf(source, chatTemplate, warning)));
}

function placeOf(source: DefinitionSource, chat: string | undefined, warning: TemplateWarning): Span {
  if (warning.in !== 'chat_template') return spanNear(source, [warning.in, ...warning.path]);
  const written = source.stringAt(['chat_template']);
  const [start, end] = [warning.span?.start, warning.span?.end].map(offset =>
    offset === undefined || written?.text !== chat ? undefined : written?.offsets[offset],
  );
  if (start !== undefined && end !== undefined) return { start, end };
  return source.keySpanOf(['chat_template']) ?? spanNear(source, []);
}

/** The place of a value of the definition, of the key of an object, or of the nearest value around it that is written there. */
export function spanNear(source: DefinitionSource, path: TemplatePath): Span {
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length);
    const span = source.spanOf(part);
    if (!span) continue;
    return span.end - span.start > maxSpan ? (source.keySpanOf(part) ?? span) : span;
  }
  return source.keySpanOf(['type']) ?? { start: 0, end: 1 };
}

/** Of longer values the name is underlined. */
export const maxSpan = 120;
