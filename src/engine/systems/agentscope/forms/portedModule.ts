import type { PyNode } from '../../../code/python/read/syntax.ts';
import type { PyDict } from '../../../core/pyValue.ts';
import { toJsonText } from '../../../python/index.ts';
import { oneLine, visible } from '../../../text/index.ts';

/** A function of a module that is to be ported. */
export interface PortedFunction {
  /** What it is for, in one sentence. */
  readonly summary: string;
  /** Its name with its parameters: `format(msgs)`. */
  readonly signature: string;
  /** The Python that it is to be ported from; absent: the class has none. */
  readonly source?: PyNode;
  /** What it gives as it is; absent: it throws until it is ported. */
  readonly body?: string;
}

/** What a module is made of. */
export interface PortedModule {
  /** The name of the Python class. */
  readonly name: string;
  /** What names the module, in one sentence. */
  readonly use: string;
  readonly types: 'CustomParserModule' | 'CustomFormatterModule';
  /** Literals of the class that no definition holds. */
  readonly attributes?: PyDict;
  readonly functions: readonly PortedFunction[];
  /** The other methods of the class. */
  readonly rest: readonly PyNode[];
}

/** The text of an ES module to port a Python class in: the Python stands in it as comments. Nothing of it runs. Linear. */
export function portedModule(ported: PortedModule, text: string): string {
  const { name, use, types, attributes, functions, rest } = ported;
  const parts = [
    `// ${oneLine(use)}\n// Its types are ${types} of the npm package parserlens, see parserlens/dist/engine.d.ts.`,
    ...(attributes && attributes.size > 0
      ? [`/** The literals of \`${name}\`. */\nexport const attributes = ${toJsonText(attributes)};`]
      : []),
    ...functions.map(({ summary, signature, source, body }) => {
      const python = source ? commentOf(source, text, '  ') : '';
      const message = `${signature.replace(/\(.*/, '')} of ${name} has yet to be ported from Python.`;
      const last = body ?? `throw new Error(${JSON.stringify(message)});`;
      return `/** ${summary} */\nexport function ${signature} {\n${python}  ${last}\n}`;
    }),
    ...(rest.length > 0
      ? [`// The rest of \`${name}\`:\n//\n${rest.map(node => commentOf(node, text, '')).join('//\n')}`.trimEnd()]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A statement as comments on lines of their own, without the margin that it stands at. Whatever else ends a line in JavaScript is escaped. */
function commentOf(node: PyNode, text: string, indent: string): string {
  const { from, to } = node.parent?.name === 'DecoratedStatement' ? node.parent : node;
  const margin = from - (text.lastIndexOf('\n', from - 1) + 1);
  const lines = text
    .slice(from, to)
    .trimEnd()
    .split(/\r?\n/)
    .map((line, i) => {
      const blanks = line.length - line.trimStart().length;
      return i === 0 ? line : line.slice(Math.min(margin, blanks));
    });
  return lines.map(line => `${`${indent}// ${visible(line)}`.trimEnd()}\n`).join('');
}
