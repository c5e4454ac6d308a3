import { automatonOf, hasChar, NoGrammarError, patternGrammar } from '../../grammar/index.ts';
import type { JsonSchema } from '../../json/jsonSchema.ts';
import { asSchema, targetOf } from '../../json/schema/subschema.ts';
import type { JudgedKeyword } from '../rule.ts';

const quote = 0x22;

/** Patterns of a schema that are looked at. */
const maxPatterns = 50;

/** What to know of patterns that are taken and admit a quotation mark: xgrammar writes it without a backslash. `undefined`: there is none. */
export function bareQuotes(root: JsonSchema, verdicts: readonly JudgedKeyword[]): string | undefined {
  const kept = verdicts.filter(
    ({ keyword, verdict }) => keyword === 'pattern' && (verdict === 'enforced' || verdict === 'narrowed'),
  );
  const found = kept.slice(0, maxPatterns).find(({ path }) => {
    const pattern = asSchema(targetOf(root, `#${path}`)?.value)?.pattern;
    return typeof pattern === 'string' && admitsQuote(pattern);
  });
  if (!found) return undefined;
  return `The \`pattern\` at ${found.path === '' ? 'the root' : found.path} admits a quotation mark, which xgrammar writes bare: what is written then is not JSON, or ends the text and begins another member. Exclude it, as in \`[^"]\`.`;
}

function admitsQuote(pattern: string): boolean {
  try {
    const states = automatonOf(patternGrammar(pattern, { whole: true }));
    return states.some(({ edges }) => edges.some(({ ranges }) => hasChar(ranges, quote)));
  } catch (error) {
    if (error instanceof NoGrammarError) return false;
    throw error;
  }
}
