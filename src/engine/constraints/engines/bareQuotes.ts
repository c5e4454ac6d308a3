import { automatonOf, hasChar, patternGrammar } from '../../grammar/index.ts';
import type { JsonSchema } from '../../json/jsonSchema.ts';
import { asSchema, targetOf } from '../../json/schema/subschema.ts';
import { orNone } from '../orNone.ts';
import type { JudgedKeyword } from '../rule.ts';

const quote = 0x22;

/** Patterns of a schema that are looked at, and how long they may be. */
const maxPatterns = 20;
const maxPattern = 200;

/** Formats of which xgrammar's own patterns admit it. */
const formats: readonly unknown[] = ['json-pointer', 'relative-json-pointer'];

/** What to know of patterns and formats that are taken and admit a quotation mark: xgrammar writes it without a backslash. `undefined`: there is none. */
export function bareQuotes(root: JsonSchema, verdicts: readonly JudgedKeyword[]): string | undefined {
  const kept = verdicts.filter(
    ({ keyword, verdict }) =>
      (keyword === 'pattern' || keyword === 'format') && (verdict === 'enforced' || verdict === 'narrowed'),
  );
  const found = kept.slice(0, maxPatterns).find(({ keyword, path }) => {
    const value = asSchema(targetOf(root, `#${path}`)?.value)?.[keyword];
    return keyword === 'format'
      ? formats.includes(value)
      : typeof value === 'string' && value.length <= maxPattern && admitsQuote(value);
  });
  if (!found) return undefined;
  const place = `\`${found.keyword}\` at ${found.path === '' ? 'the root' : found.path}`;
  return `The ${place} admits a quotation mark, which xgrammar writes bare: what is written then is not JSON, or ends the text and begins another member. A pattern that excludes it, as \`[^"]\` does, keeps it out.`;
}

function admitsQuote(pattern: string): boolean {
  const states = orNone(() => automatonOf(patternGrammar(pattern, { whole: true }))) ?? [];
  return states.some(({ edges }) => edges.some(({ ranges }) => hasChar(ranges, quote)));
}
