import { deepEqual, equal, match } from 'node:assert/strict';
import { toPlain } from '../../../../../../src/engine/core/pyValue.ts';
import { readSource } from '../../../../../../src/engine/sources/index.ts';

const head = `
from dataclasses import dataclass
from typing import TypedDict
from pydantic import BaseModel
from langchain.agents.structured_output import ProviderStrategy, ToolStrategy
from langchain_core.output_parsers import PydanticOutputParser

@dataclass
class Contact:
    name: str

class Mood(TypedDict, total=False):
    word: str

class Vote(BaseModel):
    who: str
`;

/** What a source makes in one line. */
async function made(line: string) {
  const { found } = await readSource(`${head}\nit = ${line}\n`, '/p/a.py', {
    roots: ['/p'],
    readFile: () => Promise.resolve(undefined),
  });
  equal(found.length, 1, line);
  const { config, unknown } = found[0]!;
  return { config: toPlain(config) as unknown as Record<string, never>, reasons: unknown.map(({ reason }) => reason) };
}

suite('strategies of agents in a Python source', () => {
  for (const [line, kind, required] of [
    ['ToolStrategy(Contact)', 'dataclass', ['name']],
    ['ToolStrategy(schema=Mood)', 'typeddict', undefined],
    ['ProviderStrategy(Vote, strict=True)', undefined, ['who']],
  ] as const)
    test(`${line}: the class is the schema`, async () => {
      const { config, reasons } = await made(line);
      deepEqual(reasons, []);
      const schema = config.schema as unknown as { kind?: string; content_schema: { required?: readonly string[] } };
      deepEqual([schema.kind, schema.content_schema.required], [kind, required]);
    });

  test('a dictionary stands as it is; handlers that are functions are told', async () => {
    const { config, reasons } = await made('ToolStrategy({"title": "T", "type": "object"}, handle_errors=str)');
    deepEqual(config.schema, { title: 'T', type: 'object' });
    equal(reasons.length, 1);
    deepEqual((await made('ToolStrategy(Vote, handle_errors="Again.")')).config.handle_errors, 'Again.');
  });

  test('what takes Pydantic classes alone takes no other', async () => {
    match((await made('PydanticOutputParser(pydantic_object=Contact)')).reasons.join(), /not a Pydantic class/);
    match((await made('ToolStrategy(str)')).reasons.join(), /dataclass or .TypedDict./);
  });
});

suite('strategies of agents in a TypeScript source', () => {
  const imports = `import { createAgent, toolStrategy, providerStrategy } from 'langchain';\nimport { z } from 'zod';\nconst Contact = z.object({ name: z.string() }).meta({ title: 'Contact' });\n`;
  const read = async (line: string) => (await readSource(`${imports}${line}\n`, '/p/a.ts')).found;

  for (const [line, expected] of [
    ['const it = toolStrategy(Contact);', { type: 'ToolStrategy', class_name: 'Contact', required: ['name'] }],
    [
      'createAgent({ model, responseFormat: toolStrategy(Contact, { handleError: "Again." }) });',
      { type: 'ToolStrategy', class_name: 'Contact', required: ['name'], handleError: 'Again.' },
    ],
    [
      'const it = providerStrategy({ schema: Contact, strict: true });',
      { type: 'ProviderStrategy', class_name: 'Contact', required: ['name'], strict: true },
    ],
  ] as const)
    test(`${line}: the zod schema is read`, async () => {
      const [own, ...more] = await read(line);
      equal(more.length, 0);
      const { schema, type, runtime, ...rest } = toPlain(own!.config) as unknown as {
        readonly type: string;
        readonly runtime: string;
        readonly schema: { readonly class_name: string; readonly content_schema: { readonly required: string[] } };
      };
      const { class_name, content_schema } = schema;
      deepEqual({ type, class_name, required: content_schema.required, ...rest }, expected);
      equal(runtime, 'js');
      deepEqual(own!.unknown, []);
    });

  test('several schemas are one strategy; what is no schema, and what a function says, is named', async () => {
    const [several] = await read('const it = toolStrategy([Contact, { type: "object", title: "X", properties: {} }]);');
    const { schema } = toPlain(several!.config) as unknown as { schema: { class_name?: string; title?: string }[] };
    deepEqual(
      schema.map(({ class_name, title }) => class_name ?? title),
      ['Contact', 'X'],
    );
    for (const [line, argument] of [
      ['const it = toolStrategy([Contact, process.env.X]);', 'schema.1'],
      ['const it = toolStrategy(Contact, { handleError: e => e.message });', 'handleError'],
      ['function make(schema) { return providerStrategy(schema); }', 'schema'],
    ] as const)
      deepEqual(
        (await read(line)).map(({ unknown }) => unknown.map(each => each.argument)),
        [[argument]],
        line,
      );
  });
});
