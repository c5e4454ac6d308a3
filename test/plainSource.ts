import type { PyDict } from '../src/engine/core/pyValue.ts';
import { memberSpans } from '../src/engine/json/jsonSpans.ts';
import { unescapeJsonString } from '../src/engine/json/jsonStringMap.ts';
import type { DefinitionSource } from '../src/engine/parsers/parser.ts';
import { toJsonText } from '../src/engine/python/jsonDumps.ts';

/** A definition source for tests that have a configuration but no file: spans index `toJsonText(config)`. */
export function plainSource(config: PyDict): DefinitionSource & { readonly text: string } {
  const text = toJsonText(config);
  const find = (path: readonly (string | number)[]) => {
    let place: { span: { start: number; end: number }; keySpan?: { start: number; end: number } } | undefined = {
      span: { start: 0, end: text.length },
    };
    for (const step of path) place = place && memberSpans(text, place.span.start).findLast(({ key }) => key === step);
    return place;
  };
  return {
    name: 'test',
    text,
    config,
    spanOf: path => find(path)?.span,
    keySpanOf: path => find(path)?.keySpan,
    stringAt: path => {
      const span = find(path)?.span;
      return span && text[span.start] === '"' ? unescapeJsonString(text, span.start + 1, span.end - 1) : undefined;
    },
  };
}
