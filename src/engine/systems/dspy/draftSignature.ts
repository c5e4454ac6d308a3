import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { jsonLoads } from '../../python/jsonLoads.ts';
import { chatSections } from './readChat.ts';

/** The signature of completions in sections: the names that all have are its outputs. `undefined`: they have no sections. Linear. */
export function draftSignature(responses: readonly string[]): PyDict | undefined {
  const texts = new Map<string, string[]>();
  for (const response of responses) {
    const seen = new Set<string>();
    for (const { name, text } of chatSections(response)) {
      if (name === undefined || name === 'completed' || seen.has(name)) continue;
      seen.add(name);
      const known = texts.get(name);
      if (known) known.push(text);
      else texts.set(name, [text]);
    }
  }
  if (texts.size === 0) return undefined;
  const outputs = [...texts].map(([name, values]): [string, PyValue] => {
    const type = typeOf(values);
    return [name, values.length < responses.length ? `Optional[${type}]` : type];
  });
  const signature = new Map<string, PyValue>([
    ['inputs', new Map([['request', 'str']])],
    ['outputs', new Map(outputs)],
  ]);
  return new Map([['signature', signature]]);
}

/** The narrowest type that all of the texts are read as. */
function typeOf(texts: readonly string[]): string {
  const all = (pattern: RegExp) => texts.every(text => pattern.test(text));
  if (all(/^[+-]?\d+$/)) return 'int';
  if (all(/^[+-]?\d+(?:\.\d+)?$/)) return 'float';
  if (all(/^(?:true|false)$/i)) return 'bool';
  const isJson = (open: string) => texts.every(text => text.startsWith(open) && jsonLoads(text).ok);
  return isJson('[') ? 'list' : isJson('{') ? 'dict' : 'str';
}
