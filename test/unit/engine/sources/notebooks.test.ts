import { deepEqual, equal } from 'node:assert/strict';
import { toPlain } from '../../../../src/engine/core/pyValue.ts';
import { isSource, readSource } from '../../../../src/engine/sources/index.ts';

const cell = (source: string | readonly string[], cell_type = 'code') => ({ cell_type, source });

async function read(cells: readonly object[], language = 'python') {
  const text = JSON.stringify({ cells, metadata: { kernelspec: { language } } }, null, 1);
  const { found } = await readSource(text, '/p/a.ipynb');
  return { text, found };
}

suite('Notebooks', () => {
  test('the code cells are one file in their order, each place is in the file of the notebook', async () => {
    const { text, found } = await read([
      cell('# MarkdownJsonDictParser("no")', 'markdown'),
      cell(['from agentscope.parsers import *\n', 'import os\n', 'HINT = {"a": "tab\\t\\"q\\" é"}']),
      cell('p = MarkdownJsonDictParser(\n  {**HINT, "b": "c"},\n  os.environ["KEYS"])'),
    ]);
    equal(found.length, 1);
    const [{ name, line, span, config, unknown, origins }] = found as [(typeof found)[number]];
    deepEqual([name, toPlain(config.get('content_hint')!)], ['p', { a: 'tab\t"q" é', b: 'c' }]);
    const at = ({ start, end }: { readonly start: number; readonly end: number }) =>
      JSON.parse(`"${text.slice(start, end)}"`);
    equal(at(span), 'MarkdownJsonDictParser(\n  {**HINT, "b": "c"},\n  os.environ["KEYS"])');
    equal(line, text.slice(0, text.indexOf('p = Markdown')).split('\n').length);
    deepEqual(
      unknown.map(each => [each.argument, at(each.span), each.line]),
      [['required_keys', 'os.environ["KEYS"]', line]],
    );
    equal(at(origins.get('content_hint')!.items!.get('a')!.span), '"tab\\t\\"q\\" é"');
  });

  test("IPython's commands are left out, not what only looks like them", async () => {
    const { found } = await read([
      cell([
        '%pip install agentscope\n',
        "!echo don't\n",
        'from agentscope.parsers import MarkdownJsonObjectParser\n',
        'x = 5\n',
      ]),
      cell('%%bash\nx = MarkdownJsonObjectParser("no")'),
      cell('%%time\np = MarkdownJsonObjectParser("""\n%name is kept\n""" + ("%d %s"\n%(x, "y")))'),
    ]);
    deepEqual(
      found.map(({ name, config }) => [name, config.get('content_hint')]),
      [['p', '\n%name is kept\n5 y']],
    );
  });

  test('a notebook in TypeScript is read as a script; what is no notebook makes nothing that looks known', async () => {
    const { found } = await read(
      [
        cell('import { XMLOutputParser } from "@langchain/core/output_parsers";'),
        cell('const p = new XMLOutputParser({ tags: ["a"] });'),
      ],
      'typescript',
    );
    deepEqual(
      found.map(({ name, type, config }) => [name, type, toPlain(config.get('tags')!)]),
      [['p', 'XMLOutputParser', ['a']]],
    );
    for (const text of [
      '',
      '[]',
      '{"cells": 1}',
      '{ MarkdownJsonDictParser("x")',
      '{"cells":[null,{"cell_type":"code"},{"cell_type":"code","source":[1,{}]}]}',
    ])
      for (const { unknown } of (await readSource(text, 'a.ipynb')).found) equal(unknown.length, 1);
  });
});

test('sources by the endings of their names', () => {
  const names = 'a.py a.ipynb a.ts a.mts a.cts a.tsx a.js a.mjs a.cjs a.jsx a.d.ts a.d.mts a.pyi a.json a.ctsx'.split(
    ' ',
  );
  deepEqual(names.filter(isSource), 'a.py a.ipynb a.ts a.mts a.cts a.tsx a.js a.mjs a.cjs a.jsx'.split(' '));
});
