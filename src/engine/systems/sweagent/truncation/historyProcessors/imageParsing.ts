import { EngineError } from '../../../../core/errors.ts';
import { type PyDict, pyTypeName } from '../../../../core/pyValue.ts';
import { contentText, deepCopy, type HistoryProcessorType, stringsAt } from './historyEntry.ts';

/** SWE-agent's `ImageParsingHistoryProcessor`: images in Markdown become image parts. */
export const imageParsing: HistoryProcessorType = {
  type: 'image_parsing',
  summary: 'Images in Markdown with base64 data become image parts, in user and tool messages.',
  properties: {
    allowed_mime_types: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string' },
      default: ['image/png', 'image/jpeg', 'image/webp'],
      description: 'The media types that are taken for images; `image/jpg` counts as `image/jpeg`.',
    },
  },
  create(keys) {
    const allowed = new Set(stringsAt(keys, 'allowed_mime_types'));
    return (items, remark) =>
      items.map(item => {
        const role = item.entry.get('role');
        if (role !== 'user' && role !== 'tool') return item;
        const entry = deepCopy(item.entry);
        const text = contentText(entry);
        if (typeof text !== 'string')
          throw new EngineError('TypeError', `expected string or bytes-like object, got '${pyTypeName(text)}'`);
        const parts = imageParts(text, allowed);
        const images = parts.filter(part => part.get('type') === 'image_url').length;
        if (images > 0) {
          entry.set('content', parts);
          remark(item.index, `Split by image_parsing: ${images} ${images === 1 ? 'image' : 'images'}.`);
        }
        return { ...item, entry };
      });
  },
};

/** Texts and images of a text, adjacent texts joined. Linear: every search goes on where the last one ended. */
function imageParts(text: string, allowed: ReadonlySet<string>): PyDict[] {
  const parts: PyDict[] = [];
  let pending = '';
  let done = 0;
  const flush = () => {
    if (pending !== '') parts.push(textPart(pending));
    pending = '';
  };
  const bracket = nextOf(text, ']');
  const semicolon = nextOf(text, ';');
  const parenthesis = nextOf(text, ')');
  for (let start = text.indexOf('!['); start !== -1; ) {
    const prefixEnd = bracket(start + 2) + 1 + '(data:'.length;
    const typeEnd = text.startsWith('](data:', prefixEnd - 7) ? semicolon(prefixEnd) : text.length;
    const dataStart = typeEnd + ';base64,'.length;
    const dataEnd = text.startsWith(';base64,', typeEnd) ? parenthesis(dataStart) : text.length;
    if (typeEnd === prefixEnd || dataEnd === dataStart || dataEnd >= text.length) {
      start = text.indexOf('![', start + 1);
      continue;
    }
    const written = text.slice(prefixEnd, typeEnd);
    const type = written === 'image/jpg' ? 'image/jpeg' : written;
    if (allowed.has(type)) {
      pending += text.slice(done, prefixEnd);
      flush();
      const url = `data:${type};base64,${text.slice(dataStart, dataEnd)}`;
      parts.push(
        new Map<string, string | PyDict>([
          ['type', 'image_url'],
          ['image_url', new Map([['url', url]])],
        ]),
      );
      done = dataEnd;
    }
    pending += text.slice(done, dataEnd + 1);
    done = dataEnd + 1;
    start = text.indexOf('![', done);
  }
  pending += text.slice(done);
  flush();
  return parts;
}

/** Where a character comes next, the text's length where it does not; each call's place is behind the last one's. */
function nextOf(text: string, character: string): (from: number) => number {
  let found = -1;
  return from => {
    if (found < from) found = text.indexOf(character, from);
    if (found === -1) found = text.length;
    return found;
  };
}

function textPart(text: string): PyDict {
  return new Map([
    ['type', 'text'],
    ['text', text],
  ]);
}
