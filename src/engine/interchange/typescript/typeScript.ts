import { jsonTemplate, Names, pascalCase, textLiteral } from '../../code/typescript/literals.ts';
import { ZodSource } from '../../code/typescript/zodSource.ts';
import type { PyValue } from '../../core/pyValue.ts';
import type { Definition } from '../../parsers/definition.ts';
import type { ExportFormat, Loss } from '../../parsers/interchange.ts';
import { visible } from '../../text/index.ts';

/** A module of TypeScript: the definition itself, a zod schema of its value, and functions that call ParserLens's engine. */
export const typeScript: ExportFormat = {
  id: 'typescript',
  title: 'TypeScript (zod)',
  summary: 'A module with the definition, a zod schema of its value, and a call of the engine',
  extension: '.ts',
  language: 'typescript',
  refuses: () => undefined,
  write(definitions) {
    const names = new Names();
    const parts = definitions.map(definition => partOf(definition, names));
    const message = 'The module stays a file of its own, which is found from the folder that the program runs in.';
    const losses = definitions.flatMap(({ name, parserType, source }): Loss[] =>
      (parserType.modules?.files?.(source) ?? []).map(({ at }) => ({ definition: name, key: at.join('.'), message })),
    );
    return { text: `${headOf(definitions)}\n${parts.join('\n')}`, losses };
  },
};

/** The name of a file that stands for itself. */
const plainName = /^[\p{L}\p{N}_-]+$/u;

function headOf(definitions: readonly Definition[]): string {
  const [first] = definitions;
  const isSingle = definitions.length === 1 && first !== undefined && plainName.test(first.name);
  const json: PyValue = isSingle
    ? first.source.config
    : new Map([['parsers', new Map(definitions.map(({ name, source }) => [name, source.config]))]]);
  const fileName = `${isSingle ? first.name : 'definitions'}.parser.json`;
  return `// Written by ParserLens. It needs the packages zod and parserlens.
import { createParser, type Definition, readDefinitions } from 'parserlens/dist/engine.js';
import * as z from 'zod';

/** What was exported, as it stands in a .parser.json. */
const { definitions } = readDefinitions(
  ${jsonTemplate(json)},
  ${textLiteral(fileName)},
);

function definitionOf(name: string): Definition {
  const found = definitions.find(one => one.name === name);
  if (!found) throw new Error(\`There is no definition \${name}.\`);
  return found;
}
`;
}

function partOf(definition: Definition, names: Names): string {
  const { name, description } = definition;
  const { expression, constants } = valueSource(definition, names);
  const schema = names.take(name, 'Schema');
  const parser = names.take(name, 'Parser');
  const instruction = names.take(name, 'Instruction');
  const type = names.take(name, 'Value').replace(/^./u, first => first.toUpperCase());
  const parse = names.take(`parse ${pascalCase(name)}`, 'Response');
  const what = visible(oneLine(description ?? `What ${name} gives.`));
  return `${constants.map(constant => `${constant}\n`).join('')}/** ${what} */
export const ${schema} = ${expression};

/** {@link ${schema}} as a type. */
export type ${type} = z.infer<typeof ${schema}>;

const ${parser} = createParser(definitionOf(${textLiteral(name)}));

/** Tells a model how to answer. */
export async function ${instruction}(): Promise<string> {
  await ${parser}.prepare();
  return ${parser}.formatInstruction();
}

/** Reads a response. Throws what the model would be told where it cannot be read. */
export async function ${parse}(response: string): Promise<${type}> {
  const result = await ${parser}.parse(response);
  if (!result.ok) throw new Error(result.error.feedback ?? \`\${result.error.class}: \${result.error.message}\`);
  return ${schema}.parse(result.value);
}
`;
}

function oneLine(text: string): string {
  return text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ').trim();
}

/** The zod source of a value, with the constants that it names. */
interface ValueSource {
  readonly expression: string;
  readonly constants: readonly string[];
}

/** The zod schema of what a definition gives: as exact as the definition says, never refusing what its parser gives. */
function valueSource({ parserType, source }: Definition, names: Names): ValueSource {
  const result = parserType.schemas?.result?.(source);
  if (!result) return { expression: 'z.unknown()', constants: [] };
  const { schemas, isList = false } = result;
  const indent = isList ? (schemas.length > 1 ? '    ' : '  ') : '';
  const constants: string[] = [];
  const expressions = schemas.map(schema => {
    const zod = new ZodSource(schema, names);
    const expression = zod.expression(schema, indent);
    constants.push(...zod.constants);
    return expression;
  });
  const [one = 'z.never()'] = expressions;
  const value = expressions.length > 1 ? `z.union([\n    ${expressions.join(',\n    ')},\n  ])` : one;
  if (!isList) return { expression: value, constants };
  return { expression: schemas.length === 0 ? 'z.array(z.never())' : `z.array(\n  ${value},\n)`, constants };
}
