import { SaxesParser } from 'saxes';

/** An element of an XML document. `text` is what stands before its first child. */
export interface XmlElement {
  /** The name, with its namespace in braces if it has one. */
  readonly tag: string;
  readonly text: string;
  /** A comment, a processing instruction or an entity that is not resolved is a child without a tag. */
  readonly children: readonly (XmlElement | undefined)[];
}

/** A document, or what is wrong with it. */
export type XmlOutcome =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly message: string };

/** Elements nested deeper are refused by libxml2. */
const maxDepth = 256;
/** Stands for an entity that is not resolved: no character of XML. */
const entityMark = '\uffff';

interface Building {
  readonly tag: string;
  text: string;
  readonly children: (XmlElement | undefined)[];
}

/**
 * The elements of an XML document, as lxml reads it with `resolve_entities=False` and without DTDs: CDATA is text, line
 * breaks are line feeds. Fails with the parser's message where the document is not well-formed. Linear.
 */
export function readXml(text: string): XmlOutcome {
  const parser = new SaxesParser({ xmlns: true });
  const open: Building[] = [];
  let root: XmlElement | undefined;
  parser.on('error', error => {
    throw new BadXml(positioned(parser, error));
  });
  parser.on('doctype', doctype => {
    for (const [, name = ''] of doctype.matchAll(/<!ENTITY\s+([^\s%&;]+)\s/g)) parser.ENTITIES[name] = entityMark;
  });
  const childless = () => open.at(-1)?.children.push(undefined);
  parser.on('comment', childless);
  parser.on('processinginstruction', childless);
  const addText = (content: string) => {
    const parent = open.at(-1);
    if (!parent) return;
    for (const [i, part] of content.split(entityMark).entries()) {
      if (i > 0) parent.children.push(undefined);
      if (parent.children.length === 0) parent.text += part;
    }
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ uri, local }) => {
    if (open.length >= maxDepth) throw new BadXml(`Excessive depth in document: ${maxDepth}`);
    open.push({ tag: uri === '' ? local : `{${uri}}${local}`, text: '', children: [] });
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (open.length > 0) open.at(-1)?.children.push(element);
    else root = element;
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof BadXml) return { ok: false, message: error.message };
    throw error;
  }
  return root ? { ok: true, root } : { ok: false, message: 'Document is empty, line 1, column 1 (<string>, line 1)' };
}

class BadXml extends Error {}

function positioned(parser: SaxesParser<{ xmlns: true }>, error: Error): string {
  const message = error.message.replace(/^\d+:\d+: /, '');
  return `${message}, line ${parser.line}, column ${parser.column + 1} (<string>, line ${parser.line})`;
}
