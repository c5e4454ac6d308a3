import sax from 'sax';
import * as z from 'zod';
import { isPyDict, type PyValue } from '../../../core/pyValue.ts';
import type { DefinitionSource, ReadField } from '../../../parsers/parser.ts';
import { pyRepr } from '../../../python/index.ts';
import { textsOf } from '../definitionModels.ts';
import { fencedXml, pythonXmlInstruction, scriptXmlInstruction } from '../fencedXml.ts';
import { LangchainError } from '../langchainError.ts';
import { langchainType, onePiece } from '../langchainType.ts';
import { fromScript, located } from '../places.ts';
import { parseXml, streamedXml } from '../python/pythonXml.ts';

/** LangChain's `XMLOutputParser`: one XML document as nested lists. */
export const xmlOutputParser = langchainType({
  type: 'XMLOutputParser',
  want: 'tags',
  answer: '<films><film><name>…</name></film></films>',
  summary: 'An XML document, bare or in a fence, as nested lists',
  documentation: `Reads one XML document, bare or between the first and the last fence. An element is an object of its name, with its text or the list of its children. The tags are asked for and never checked.

- Python reads with expat and refuses entities (\`defusedxml\`); an element with text and children keeps its text. Prose around bare XML is an \`OutputParserException\`.
- JavaScript reads with sax: what stays open is closed, CDATA is dropped, a child that closes itself closes its parent as well; errors are sax's own.`,
  keys: {
    tags: z
      .union([z.array(z.string()), z.null()])
      .describe('The tags that the instruction names.')
      .optional(),
    parser: z
      .enum(['defusedxml', 'xml'])
      .describe('Python alone: the reader. `defusedxml`, the default, refuses entities; `xml` resolves them.')
      .optional(),
  },
  template: `{
  "type": "XMLOutputParser",
  "description": "Films of an actor",
  "tags": ["films", "film", "name"]
}
`,
  responses: {
    noGrammar: 'its elements nest, and each closes by its own name, which needs more than a grammar.',
    example: ({ config }) => {
      const names = textsOf(config.get('tags')).filter(name => /^[A-Za-z_][\w.-]*$/.test(name));
      const tags = names.length > 0 ? names : ['foo', 'bar'];
      return [...tags].reverse().reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, 'text');
    },
    draft: responses => (responses.every(isDocument) ? new Map() : undefined),
  },
  streams: { reader: () => 'The value is one element, and ends with the document.' },
  python: {
    instruction: ({ config }) => onePiece(pythonXmlInstruction(pyRepr(config.get('tags') ?? null))),
    partial: streamedXml,
    read(text, source) {
      const value = parseXml(text, readerOf(source));
      return located(value, () => rootField(text, value));
    },
  },
  js: {
    instruction: ({ config }) =>
      onePiece(scriptXmlInstruction(config.has('tags') ? textsOf(config.get('tags')) : undefined)),
    partial: text => fromScript(parseScriptXml(text)),
    read(text) {
      const value = fromScript(parseScriptXml(text));
      return located(value, () => rootField(text, value));
    },
  },
});

function readerOf({ config }: DefinitionSource): 'defusedxml' | 'xml' {
  return config.get('parser') === 'xml' ? 'xml' : 'defusedxml';
}

/** The root element, from its tag to the last one. */
function rootField(text: string, value: PyValue): readonly ReadField[] {
  const [entry] = isPyDict(value) ? value : [];
  if (!entry) return [];
  const [key, inner] = entry;
  const start = text.indexOf(`<${key.replace(/^\{.*\}/s, '')}`);
  const end = text.lastIndexOf('>') + 1;
  const opened = text.indexOf('>', start) + 1;
  const closing = text.lastIndexOf('</', end);
  if (start < 0 || end <= start) return [];
  const span = { start, end };
  return [{ key, value: inner, span, inner: closing >= opened ? { start: opened, end: closing } : span }];
}

/** Whether a response is one element with elements in it, and not a call of Langroid's tools. */
function isDocument(response: string): boolean {
  const text = response.replace(/^\s*```(?:xml)?/, '').trimStart();
  const [, root] = /^(?:<\?xml[^>]*>\s*)?<([A-Za-z_][\w.-]*)>\s*<[A-Za-z_]/.exec(text) ?? [];
  return root !== undefined && text.includes(`</${root}>`) && !/<(?:request|function|parameter|command)\b/.test(text);
}

interface Element {
  readonly name: string;
  text: string;
  readonly children: Element[];
}

/**
 * LangChain.js's `parseXMLMarkdown`: each element an object of its name, with its text or the list of its children.
 * What stays open is closed; an element that closes itself closes its parent as well, as there. Throws sax's own `Error`.
 */
export function parseScriptXml(output: string): unknown {
  const text = output
    .split('\n')
    .map(line => line.trimStart())
    .join('\n')
    .trim();
  const open: Element[] = [];
  let root: Element | undefined;
  const parser = sax.parser(true);
  parser.onopentag = node => {
    const element: Element = { name: node.name, text: '', children: [] };
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
    if (!node.isSelfClosing) open.push(element);
  };
  parser.onclosetag = () => {
    const element = open.pop();
    if (element && open.length === 0) root = element;
  };
  parser.ontext = data => {
    const element = open.at(-1);
    if (element) element.text += data;
  };
  withoutStacks(() => {
    parser.write(fencedXml(text));
    try {
      // sax goes on behind an error; closing throws the last one. What it finds wrong at the end stays unsaid.
      parser.close();
    } catch (error) {
      throw new LangchainError('Error', (error as Error).message);
    }
  });
  return root ? toObject(root) : {};
}

/** Runs something with errors that know no stack: sax makes one for each character outside of the root, and stacks are what takes time. */
function withoutStacks(run: () => void): void {
  // Where `Error` is frozen it stays as it is.
  const limit: unknown = Reflect.get(Error, 'stackTraceLimit');
  Reflect.set(Error, 'stackTraceLimit', 0);
  try {
    run();
  } finally {
    if (limit === undefined) Reflect.deleteProperty(Error, 'stackTraceLimit');
    else Reflect.set(Error, 'stackTraceLimit', limit);
  }
}

function toObject({ name, text, children }: Element): Record<string, unknown> {
  return { [name]: children.length > 0 ? children.map(toObject) : text };
}
