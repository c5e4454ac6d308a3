import { applyEdits, composeEdits } from '../core/applyEdits.ts';
import { markupCauses, trustIn } from './causes.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';
import { xmlEdits } from './xmlEdits.ts';

/** Elements that are looked at. */
const mostElements = 50;
const verbatim = /<([\p{L}_][\p{L}\p{N}_.:-]{0,100})>\s{0,100}<!\[CDATA\[/gu;

/** Whether an example ends with an element that has others in it, behind prose or alone. */
export function holdsXml(example: string): boolean {
  const [, root = ''] = /<([\p{L}_][\p{L}\p{N}_.:-]{0,100})>\s{0,100}<[\p{L}_]/u.exec(example) ?? [];
  const isFirst = example.search(/<[\p{L}_]/u) === example.indexOf(`<${root}>`);
  return root !== '' && isFirst && example.trimEnd().endsWith(`</${root}>`);
}

/**
 * Of a format whose parts are elements of XML that stand in prose: the edits under which signs that stand for themselves are
 * text, as entities, and in the elements that the example shows with it as CDATA. Linear for each way.
 */
export function rawTextWays(text: string, example: string): readonly Repairing[] {
  const plain = xmlWays(text).map(withProse);
  const edits = [...example.matchAll(verbatim)].flatMap(([, name = '']) => cdataEdits(text, name));
  if (edits.length === 0) return plain;
  edits.sort((one, other) => one.start - other.start);
  const wrapped = applyEdits(text, edits);
  const further = xmlWays(wrapped).map(way => withProse({ ...way, edits: composeEdits(text, edits, way.edits) }));
  const own: Repairing = { edits, confidence: trustIn(edits) * 0.98, lossy: false, parts: [] };
  return [...plain, own, ...further];
}

/** Without the edits of prose: it stands around such answers. */
function withProse(way: Repairing): Repairing {
  const edits = way.edits.filter(({ cause }) => cause !== 'prose-around');
  return { ...way, edits, confidence: edits.length < way.edits.length ? trustIn(edits) : way.confidence };
}

/** The content of elements of a name as CDATA, where it has signs of markup and is not yet. */
function cdataEdits(text: string, name: string): readonly ResponseEdit[] {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const edits: ResponseEdit[] = [];
  let at = text.indexOf(open);
  for (let i = 0; i < mostElements && at >= 0; i++) {
    const start = at + open.length;
    const end = text.indexOf(close, start);
    if (end < 0) break;
    const content = text.slice(start, end);
    if (/[<&]/.test(content) && !content.includes('<![CDATA[') && !content.includes(']]>'))
      edits.push(
        { start, end: start, text: '<![CDATA[', cause: 'bare-markup' },
        { start: end, end, text: ']]>', cause: 'bare-markup' },
      );
    at = text.indexOf(open, end);
  }
  return edits;
}

/** How likely an element whose end is missing has text and then children, as prose has and data have not. */
const mixedTrust = 0.4;

/**
 * The ways to make the XML in a text well-formed, the likeliest first: where an element's end is missing and both words and
 * elements stand behind its beginning, it may have ended in front of those; where the text ends with the end of another
 * element than the first, that one's beginning may be missing. Linear.
 */
export function xmlWays(text: string): readonly Repairing[] {
  const root = text.search(/<[\p{L}_]/u);
  const last = /<\/([\p{L}_][\p{L}\p{N}_.:-]{0,100})>(?:\s|```)*$/u.exec(text.slice(-1000))?.[1];
  const first = /<([\p{L}_][\p{L}\p{N}_.:-]{0,100})/uy;
  first.lastIndex = Math.max(root, 0);
  const isHeadless = last !== undefined && root >= 0 && first.exec(text)?.[1]?.toLowerCase() !== last.toLowerCase();
  return [...(isHeadless ? headed(text, root, last) : []), ...ways(text)];
}

function ways(text: string): readonly Repairing[] {
  const plain = xmlEdits(text);
  if (!plain) return [];
  const leaves = plain.mixed.length > 0 ? xmlEdits(text, new Set(plain.mixed)) : undefined;
  return leaves ? [leaves, { ...plain, confidence: plain.confidence * mixedTrust }] : [plain];
}

/** With the beginning of the outermost element. */
function headed(text: string, at: number, name: string): readonly Repairing[] {
  const head: ResponseEdit = { start: at, end: at, text: `<${name}>`, cause: 'missing-tag' };
  const whole = text.slice(0, at) + head.text + text.slice(at);
  return ways(whole).map(way => ({
    ...way,
    edits: composeEdits(text, [head], way.edits),
    confidence: way.confidence * markupCauses['missing-tag'].trust,
  }));
}
