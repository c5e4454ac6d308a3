import { deepEqual, equal, match } from 'node:assert/strict';
import { toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { createParser } from '../../../../../src/engine/definition/index.ts';
import { placeInSource, readSource, sourceProblems } from '../../../../../src/engine/sources/index.ts';

const head = `import { StructuredOutputParser } from '@langchain/core/output_parsers';
import { providerStrategy, toolStrategy } from 'langchain';
import { z } from 'zod';
const TABLE = process.env.TABLE;
`;

async function read(line: string, release = 4) {
  const text = `${release === 3 ? head.replace("'zod'", "'zod/v3'") : head}${line}\n`;
  const reading = await readSource(text, '/p/a.ts');
  const [own] = reading.found;
  const written = own!.unknown.map(({ argument, span }) => `${argument} ${text.slice(span.start, span.end)}`);
  return { reading, text, own: own!, written, config: toPlain(own!.config) as Readonly<Record<string, unknown>> };
}

const parser = (schema: string) => `const p = StructuredOutputParser.fromZodSchema(${schema});`;

suite('zod schemas of which a description is unknown', () => {
  for (const release of [4, 3])
    test(`only that description is: the rest of the schema is read (zod ${release})`, async () => {
      const { reading, written, config } = await read(
        parser('z.object({ table: z.string().describe(TABLE).optional(), seat: z.number().describe("a seat") })'),
        release,
      );
      deepEqual(written, ['schema.properties.table.description process']);
      equal(config.content_schema, undefined);
      const instruction = createParser(reading.definitions[0]!).formatInstruction();
      match(instruction, /"table":\{"type":"string","description":"⟨schema\.properties\.table\.description⟩"\}/);
      match(instruction, /a seat/);
      const answer = await createParser(reading.definitions[0]!).parse('```json\n{"seat":"x"}\n```');
      equal(answer.ok, false);
      deepEqual(
        sourceProblems(reading).map(({ code }) => code),
        ['unknown-argument'],
      );
    });

  test('what is made of it has it where zod takes it along, and where it is read it is unknown', async () => {
    const made = async (line: string) => (await read(line)).written;
    const at = (path: string) => `${path} process`;
    deepEqual(await made(parser('z.object({ a: z.array(z.string().describe(TABLE!)) }).describe("all").strict()')), [
      at('schema.properties.a.items.description'),
    ]);
    deepEqual(await made(parser('z.object({ a: z.string().meta({ title: "T", description: TABLE }) })')), [
      at('schema.properties.a.description'),
    ]);
    deepEqual(await made(parser('z.object({ a: z.string().describe(TABLE).describe("told anew") })')), []);
    deepEqual(
      await made(
        `const A = z.object({ a: z.string().describe(TABLE) });\n${parser('z.object({ b: z.string().describe(`at ${A.shape.a.description}`) })')}`,
      ),
      [at('schema.properties.b.description')],
    );
    // What may be more than words leaves the whole unknown.
    deepEqual(await made(parser('z.object({ a: z.string().meta(TABLE) })')), [at('schema')]);
    deepEqual(await made(parser('z.object({ a: z.string().min(TABLE) })')), [at('schema')]);
  });

  test('so it is in the schemas of strategies', async () => {
    const { written, config, reading } = await read(
      'const s = toolStrategy([z.object({ a: z.string().describe(TABLE) }), { type: "object", title: "X", properties: {} }]);',
    );
    deepEqual(written, ['schema.0.properties.a.description process']);
    equal(config.schema, undefined);
    match(reading.text, /⟨schema\.0\.properties\.a\.description⟩/);
  });
});

suite('places of strategies', () => {
  /** What is written where the first text that says `words` came from. */
  const placeOf = (
    { reading, text }: { reading: Awaited<ReturnType<typeof readSource>>; text: string },
    words: string,
  ) => {
    const span = placeInSource(reading, reading.text.indexOf(words) + 1)?.span;
    return span && text.slice(span.start, span.end);
  };

  test('a zod schema leads to where it is written, in a list and by a name, too', async () => {
    const schema = 'const Vote = z.object({ who: z.string().describe("a name") });\n';
    for (const call of [
      'toolStrategy(Vote)',
      'toolStrategy([Vote])',
      'providerStrategy({ schema: Vote, strict: true })',
    ]) {
      const made = await read(`${schema}const s = ${call};`);
      equal(placeOf(made, 'a name'), '"a name"', call);
      equal(placeOf(made, '"who"'), 'z.string().describe("a name")', call);
      equal(placeOf(made, '"content_schema"'), 'z.object({ who: z.string().describe("a name") })', call);
    }
    const plain = await read('const s = toolStrategy({ title: "X", type: "object", description: "what it is" });');
    equal(placeOf(plain, 'what it is'), '"what it is"');
  });

  test('a class of Python leads to its fields', async () => {
    const text = `from pydantic import BaseModel, Field
from langchain.agents.structured_output import ToolStrategy
class Vote(BaseModel):
    who: str = Field(description="a name")
s = ToolStrategy(Vote)
`;
    const made = { reading: await readSource(text, '/p/a.py'), text };
    equal(placeOf(made, 'a name'), '"a name"');
    equal(placeOf(made, '"content_schema"')?.split('\n')[0], 'class Vote(BaseModel):');
  });
});
