import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { CodeText, matchSamples, regexOf } from '../../python/index.ts';

/** An answer that a template reads, as far as its literals show one: each field once, the implicit one last. `undefined` for patterns and content that the keys do not show. */
export function exampleAnswer(config: PyDict): string | undefined {
  const template = config.get('response_template');
  const fields = isPyDict(template) ? (template.get('fields') ?? null) : null;
  if (!isPyDict(fields)) return undefined;
  let answer = '';
  let rest = '';
  for (const [name, field] of fields) {
    if (!isPyDict(field)) return undefined;
    const body = bodyOf(name, field);
    const [open, close] = [literalOf(field, 'open', body), literalOf(field, 'close')];
    if (open === undefined || close === undefined || body === undefined) return undefined;
    if (open === '') rest = body + close;
    else answer += open + body + close;
  }
  return answer + rest;
}

/** The first literal of an anchor, or the simplest text that its pattern matches in front of `next`; empty where there is none; `undefined` for a pattern that no text shows. */
function literalOf(field: PyDict, key: string, next = ''): string | undefined {
  if (field.has(`${key}_pattern`)) return matchedBy(field.get(`${key}_pattern`) ?? null, next);
  const value = field.get(key) ?? null;
  const first = isPyList(value) ? (value[0] ?? null) : value;
  return first === null ? '' : typeof first === 'string' ? first : undefined;
}

/** Samples of a pattern that are tried. */
const maxTried = 8;

const bodies: Readonly<Record<string, string>> = {
  int: '3',
  float: '0.5',
  bool: 'true',
  json: '{"name": "search", "arguments": {"query": "words"}}',
  'kv-lines': 'key: value',
};

function bodyOf(name: string, field: PyDict): string | undefined {
  const parser: PyValue = field.get('content') ?? 'text';
  if (parser === 'xml-inline') {
    const args = field.get('content_args');
    return isPyDict(args) ? matchedBy(args.get('tag_pattern') ?? null) : undefined;
  }
  if (parser === 'text') return `Words of the ${name.replaceAll('_', ' ')}.`;
  return typeof parser === 'string' && Object.hasOwn(bodies, parser) ? bodies[parser] : undefined;
}

/** A text that a pattern matches from its beginning to its end, and no further if it can where `next` follows. */
function matchedBy(pattern: PyValue, next = ''): string | undefined {
  if (typeof pattern !== 'string') return undefined;
  try {
    const regex = regexOf(pattern);
    const matched = matchSamples(regex.tree)
      .slice(0, maxTried)
      .filter(sample => {
        const text = new CodeText(sample);
        const match = sample === '' ? undefined : regex.search(text, 0);
        return match?.start === 0 && match.end === text.length;
      });
    const endsThere = (sample: string) =>
      regex.search(new CodeText(sample + next), 0)?.end === new CodeText(sample).length;
    return matched.find(endsThere) ?? matched[0];
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}
