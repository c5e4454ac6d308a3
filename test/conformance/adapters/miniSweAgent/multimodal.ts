import { EngineError } from '../../../../src/engine/core/errors.ts';
import type { Host } from '../../../../src/engine/core/host.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { findMatches } from '../../../../src/engine/python/pythonPattern.ts';
import { pyStr } from '../../../../src/engine/python/repr.ts';
import { pyStrip } from '../../../../src/engine/python/whitespace.ts';
import { compileGroups } from '../../../../src/engine/systems/miniSweAgent/actions.ts';

const flags = { ignoreCase: false, multiline: false, dotAll: false, ascii: false } as const;

/**
 * mini-swe-agent's `expand_multimodal_content`: what `multimodal_regex` finds in a message's content becomes parts of it.
 * An empty pattern changes nothing. Raises what the pattern raises.
 */
export async function expandMultimodal(content: PyValue, pattern: string, host: Host): Promise<PyValue> {
  if (pattern === '') return content;
  if (typeof content === 'string') return expandText(content, pattern, host);
  if (isPyList(content)) return Promise.all(content.map(item => expandMultimodal(item, pattern, host)));
  if (!isPyDict(content)) return pyStr(content);
  if (!content.has('content')) return content;
  return new Map(content).set('content', await expandMultimodal(content.get('content') ?? null, pattern, host));
}

async function expandText(text: string, pattern: string, host: Host): Promise<PyValue> {
  const { translated, groups } = compileGroups(pattern, flags);
  const names = ['1', '2'].slice(0, groups);
  const spans = await findMatches(translated, names, text, host);
  if (spans.length === 0) return [textPart(text)];
  if (groups < 2) throw new EngineError('IndexError', 'no such group');
  const parts: PyDict[] = [];
  let done = 0;
  const addText = (end: number) => {
    if (end > done) parts.push(textPart(text.slice(done, end)));
  };
  for (let i = 0; i < spans.length; i += 6) {
    addText(spans[i] ?? 0);
    const group = (at: number) => {
      const start = spans[i + at] ?? -1;
      if (start < 0) throw new EngineError('AttributeError', "'NoneType' object has no attribute 'strip'");
      return pyStrip(text.slice(start, spans[i + at + 1]));
    };
    const type = group(2);
    const data = group(4);
    if (type === 'image_url')
      parts.push(
        new Map<string, PyValue>([
          ['type', 'image_url'],
          ['image_url', new Map([['url', data]])],
        ]),
      );
    done = spans[i + 1] ?? done;
  }
  addText(text.length);
  return parts;
}

function textPart(text: string): PyDict {
  return new Map([
    ['type', 'text'],
    ['text', text],
  ]);
}
