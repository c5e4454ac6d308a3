import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';

/** An answer that a template reads, as far as its literals show one: each field once, the implicit one last. `undefined` for patterns and for content that the keys do not show. */
export function exampleAnswer(config: PyDict): string | undefined {
  const template = config.get('response_template') ?? null;
  const fields = isPyDict(template) ? (template.get('fields') ?? null) : null;
  if (!isPyDict(fields)) return undefined;
  let answer = '';
  let rest = '';
  for (const [name, field] of fields) {
    if (!isPyDict(field)) return undefined;
    const [open, close] = [literalOf(field, 'open'), literalOf(field, 'close')];
    const body = bodyOf(name, field);
    if (open === undefined || close === undefined || body === undefined) return undefined;
    if (open === '') rest = body + close;
    else answer += open + body + close;
  }
  return answer + rest;
}

/** The first literal of an anchor; empty where there is none; `undefined` for a pattern. */
function literalOf(field: PyDict, key: string): string | undefined {
  if (field.has(`${key}_pattern`)) return undefined;
  const value = field.get(key) ?? null;
  const first = isPyList(value) ? (value[0] ?? null) : value;
  return first === null ? '' : typeof first === 'string' ? first : undefined;
}

const bodies: Readonly<Record<string, string>> = {
  int: '3',
  float: '0.5',
  bool: 'true',
  json: '{"name": "search", "arguments": {"query": "words"}}',
  'kv-lines': 'key: value',
};

function bodyOf(name: string, field: PyDict): string | undefined {
  const parser: PyValue = field.get('content') ?? 'text';
  if (parser === 'text') return `Words of the ${name.replaceAll('_', ' ')}.`;
  return typeof parser === 'string' && Object.hasOwn(bodies, parser) ? bodies[parser] : undefined;
}
