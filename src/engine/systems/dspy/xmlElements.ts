import type { Span } from '../../core/span.ts';
import { readWithExpat } from '../../text/index.ts';

/** An element as ElementTree has it: `text` stands before its first child, `tail` behind it. */
export interface XmlNode {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
  tail: string;
  readonly children: XmlNode[];
  /** With its tags, and what is between them. */
  readonly span: Span;
  readonly inner: Span;
}

interface Building extends XmlNode {
  span: Span;
  inner: Span;
}

/** ElementTree's tree of a document. Throws `ExpatError`. Linear. */
export function readElements(document: string): XmlNode {
  const open: Building[] = [];
  let root: Building | undefined;
  let last: Building | undefined;
  readWithExpat(document, {
    start(tag, attributes, span) {
      const made = {
        tag,
        attributes,
        text: '',
        tail: '',
        children: [],
        span,
        inner: { start: span.end, end: span.end },
      };
      open.at(-1)?.children.push(made);
      root ??= made;
      open.push(made);
      last = undefined;
    },
    text(data) {
      if (last) last.tail += data;
      else if (open.length > 0) open.at(-1)!.text += data;
    },
    end(span) {
      last = open.pop();
      if (!last) return;
      last.span = { start: last.span.start, end: span.end };
      last.inner = { start: last.inner.start, end: Math.max(last.inner.start, span.start) };
    },
  });
  return root!;
}

/** The children by their names; of an `entry` by its key. */
export function groupedChildren({ children }: XmlNode): ReadonlyMap<string, readonly XmlNode[]> {
  const groups = new Map<string, XmlNode[]>();
  for (const child of children) {
    const name = (child.tag === 'entry' ? child.attributes.get('key') : undefined) ?? child.tag;
    const group = groups.get(name);
    if (group) group.push(child);
    else groups.set(name, [child]);
  }
  return groups;
}

/** `ET.tostring(element, encoding="unicode")`: with what stands behind it. Recursion is as deep as the element, which is limited. */
export function elementText({ tag, attributes, text, tail, children }: XmlNode, depth = 0): string {
  if (depth > maxDepth) throw new RangeError();
  const attributeText = [...attributes].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');
  const inner = escapeText(text) + children.map(child => elementText(child, depth + 1)).join('');
  return `${inner === '' ? `<${tag}${attributeText} />` : `<${tag}${attributeText}>${inner}</${tag}>`}${escapeText(tail)}`;
}

/** How deep elements are walked, as far as CPython's stack goes. */
export const maxDepth = 900;

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeAttribute(text: string): string {
  const named = escapeText(text).replaceAll('"', '&quot;');
  return named.replaceAll('\r', '&#13;').replaceAll('\n', '&#10;').replaceAll('\t', '&#09;');
}
