import { deepEqual, equal, match } from 'node:assert/strict';
import { readSource, toPlain } from '../../../src/engine/index.ts';

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
