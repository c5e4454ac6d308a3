import { EngineError } from '../../../core/errors.ts';
import { isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { pyStrip } from '../../../python/index.ts';
import { ExpatError, type ExpatHandler, expatMessage, readWithExpat } from '../../../text/index.ts';
import { fencedXml } from '../fencedXml.ts';
import { pythonException } from '../langchainError.ts';

/** Which of Python's readers: `defusedxml` refuses entities. */
export type XmlReader = 'defusedxml' | 'xml';

interface Element {
  readonly tag: string;
  text: string | null;
  readonly children: Element[];
}

/** How deep LangChain can walk before Python's recursion limit. */
const maxDepth = 970;

/**
 * langchain-core's `XMLOutputParser.parse`: each element a dict of its tag, with its text or the list of its children.
 * Throws `OutputParserException`, or `EntitiesForbidden`. Linear.
 */
export function parseXml(written: string, reader: XmlReader = 'defusedxml'): PyDict {
  const text = pyStrip(withoutDeclaration(fencedXml(written)));
  const root = readTree(text, reader);
  return toDict(root, 0);
}

function readTree(text: string, reader: XmlReader): Element {
  const open: Element[] = [];
  let root: Element | undefined;
  try {
    readWithExpat(text, {
      ...refusal(reader),
      start(tag) {
        const element: Element = { tag, text: null, children: [] };
        open.at(-1)?.children.push(element);
        root ??= element;
        open.push(element);
      },
      text(data) {
        const element = open.at(-1);
        if (element && element.children.length === 0) element.text = (element.text ?? '') + data;
      },
      end: () => void open.pop(),
    });
  } catch (error) {
    if (!(error instanceof ExpatError)) throw error;
    const message = expatMessage(text, error);
    const cause = { class: 'ParseError', message };
    throw pythonException(`Failed to parse XML format from completion ${text}. Got: ${message}`, text, { cause });
  }
  return root as Element;
}

function refusal(reader: XmlReader): Pick<ExpatHandler, 'entity'> {
  if (reader === 'xml') return {};
  return {
    entity({ name, systemId, publicId }) {
      const quoted = (id: string | undefined) => (id === undefined ? 'None' : `'${id}'`);
      const message = `EntitiesForbidden(name='${name}', system_id=${quoted(systemId)}, public_id=${quoted(publicId)})`;
      throw new EngineError('EntitiesForbidden', message);
    },
  };
}

/** What follows the first tag with the word `encoding` in it that ends a line. */
function withoutDeclaration(text: string): string {
  let from = 0;
  for (let close = text.indexOf('>'); close >= 0; close = text.indexOf('>', from)) {
    if (text.charAt(close + 1) === '\n') {
      const open = text.indexOf('<', from);
      if (open >= 0 && open < close) {
        const word = text.indexOf('encoding', open);
        if (word >= 0 && word < close) return text.slice(close + 2);
      }
    }
    from = close + 1;
  }
  return text;
}

function toDict({ tag, text, children }: Element, depth: number): PyDict {
  if (depth > maxDepth) throw new EngineError('RecursionError', 'maximum recursion depth exceeded');
  if (text !== null && pyStrip(text) !== '') return new Map([[tag, text]]);
  return new Map([
    [
      tag,
      children.map(child =>
        child.children.length === 0 ? new Map<string, PyValue>([[child.tag, child.text]]) : toDict(child, depth + 1),
      ),
    ],
  ]);
}

/**
 * langchain-core's streaming reader of XML: `emit` gets a dict for each leaf that ends, in one-element lists of what it
 * is in. What stands before the first tag is dropped, and what stands behind the root. Throws `ParseError` for what is
 * wrong inside of it. `isWanted` can leave a leaf out by its depth.
 */
export function streamXml(text: string, emit: (value: PyDict) => void, isWanted = (_depth: number) => true): void {
  const start = text.search(/<[a-zA-Z:_]/);
  if (start < 0) return;
  const document = text.slice(start);
  const open: { readonly tag: string; text: string | null }[] = [];
  let hasChildren = false;
  try {
    readWithExpat(document, {
      start(tag) {
        open.push({ tag, text: null });
        hasChildren = false;
      },
      text(data) {
        const element = open.at(-1);
        if (element) element.text = (element.text ?? '') + data;
      },
      end() {
        const element = open.pop();
        if (element && !hasChildren && isWanted(open.length + 1)) {
          let value: PyDict = new Map([[element.tag, element.text]]);
          for (const { tag } of [...open].reverse()) value = new Map([[tag, [value]]]);
          emit(value);
        }
        hasChildren = open.length > 0;
      },
    });
  } catch (error) {
    if (!(error instanceof ExpatError)) throw error;
    const isCut = error.message === 'no element found' || error.message.startsWith('unclosed');
    // Outside of elements LangChain takes every error for junk.
    if (open.length === 0 || isCut) return;
    throw new EngineError('ParseError', expatMessage(document, error));
  }
}

/** How many elements, those that others are in counted for each, {@link streamedXml} sums up. */
const maxStreamed = 200_000;

/** The sum of what {@link streamXml} yields of a text so far, as LangChain's `AddableDict` adds it; `undefined`: nothing yet. Throws `ParseError`. */
export function streamedXml(text: string): PyDict | undefined {
  let sum: PyDict | undefined;
  const items: PyValue[] = [];
  let room = maxStreamed;
  streamXml(
    text,
    value => {
      const [[tag, inner] = ['', null]] = value;
      // The root's leaves are lists with one item; a root that is a leaf itself is all there is.
      if (isPyList(inner)) items.push(...inner);
      sum ??= new Map([[tag, isPyList(inner) ? items : inner]]);
    },
    depth => {
      room -= depth;
      return room > 0 && depth <= maxDepth;
    },
  );
  return sum;
}
