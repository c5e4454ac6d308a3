/// <reference path="./sax.d.ts" />
import sax from 'sax';
import { fencedXml } from '../fencedXml.ts';
import { LangchainError } from '../langchainError.ts';

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
