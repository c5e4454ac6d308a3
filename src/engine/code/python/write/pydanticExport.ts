import { isPyDict, type PyDict } from '../../../core/pyValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { Exported, ExportFormat, Loss } from '../../../parsers/interchange.ts';
import { readPython } from '../read/readPython.ts';
import { classNameOf, commentOf, lossesOf, nameLosses, refusalOf, renaming } from './losses.ts';
import { fieldNames, writeModel } from './modelWriter.ts';
import { PythonFile } from './pythonFile.ts';

/** Pydantic classes alone. */
export const pydanticExport: ExportFormat = {
  id: 'pydantic',
  title: 'Pydantic (Python)',
  summary: 'The Pydantic class of `content_schema` alone',
  extension: '.py',
  language: 'python',
  readBy: 'python',
  refuses: definition =>
    classSchemaOf(definition) ? refusalOf(definition) : 'It has no `content_schema` to make a class from.',
  write,
};

/** Types whose `content_schema` is what a Pydantic class prints. */
const withClass = ['MarkdownJsonDictParser', 'structured_output'];

function classSchemaOf({ type, source }: Definition): PyDict | undefined {
  const schema = source.config.get('content_schema');
  return withClass.includes(type) && isPyDict(schema) ? schema : undefined;
}

function write(definitions: readonly Definition[]): Exported {
  const schemas = definitions.map(one => classSchemaOf(one) ?? new Map());
  const file = new PythonFile(fieldNames(schemas));
  const renamed: Loss[] = [];
  const names = definitions.map(({ name, description }, i) =>
    writeModel(
      file,
      schemas[i]!,
      { name: classNameOf(schemas[i]!, name), comment: commentOf(description) },
      renaming(name, renamed),
    ),
  );
  const text = file.text();
  const read = new Map(readPython([], text, '').definitions.map(one => [one.name, one]));
  const losses = definitions.flatMap((one, i) => lossesOf(one, read.get(names[i]!), 'A Pydantic class'));
  return { text, losses: [...losses, ...nameLosses(definitions, names), ...renamed] };
}
