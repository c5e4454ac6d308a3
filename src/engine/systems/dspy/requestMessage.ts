import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { Piece } from '../../parsers/parser.ts';
import { joinPieces, textOf } from '../../parsers/shared/pieces.ts';
import { jsonDumps, pyStrip } from '../../python/index.ts';
import { fieldText, namePiece, schemaXml, typeNote, typePiece, usesNestedXml, xmlField } from './fieldText.ts';
import { type AdapterName, type DspyField, type DspySignature, fieldsOf } from './signature.ts';
import { headed, tagged, trimmedEnd } from './systemText.ts';

type Pieces = readonly Piece[];

/** What stands in a field's place; `undefined`: the field is left out. */
export type Given = (field: DspyField) => Pieces | undefined;

/** The values of a request, or of an example. `originOf`: where the value of a field is written. */
export function givenValues(values: PyDict, originOf: (name: string) => Span | undefined = () => undefined): Given {
  return field => {
    if (!values.has(field.name)) return undefined;
    const origin = originOf(field.name);
    return [{ text: fieldText(field, values.get(field.name) ?? null), ...(origin && { origin }) }];
  };
}

/** Each input as its name in braces; a task stands in the place of the first. */
export function taskPlaces(signature: DspySignature, task: string | undefined): Given {
  const first = fieldsOf(signature, 'input')[0];
  return field => (task !== undefined && field === first ? [{ text: task }] : [namePiece(field, `{${field.name}}`)]);
}

/** The message that asks. */
export function requestMessage(adapter: AdapterName, signature: DspySignature, values: Given): Pieces {
  return userContent(adapter, signature, values, '', closingWords(adapter, signature));
}

/** An example: a request and its answer. */
export function demoMessages(
  adapter: AdapterName,
  signature: DspySignature,
  demo: PyDict,
  isWhole: boolean,
): readonly [user: string, assistant: string] {
  const [user, answered] = demoPieces(adapter, signature, { demo, isWhole });
  return [textOf(user), textOf(answered)];
}

/** An example that is sent, and where it stands in the definition. */
export interface SentDemo {
  readonly demo: PyDict;
  readonly isWhole: boolean;
  /** The place of the value of a field, and without a name that of all of it. */
  originOf?(name?: string): Span | undefined;
}

/** The same in pieces: inputs lead to their values, the answer to the example. */
export function demoPieces(
  adapter: AdapterName,
  signature: DspySignature,
  { demo, isWhole, originOf }: SentDemo,
): readonly [user: Pieces, assistant: Pieces] {
  const prefix = isWhole ? '' : 'This is an example of the task, though some input or output fields are not supplied.';
  const missing = isWhole
    ? 'Not supplied for this conversation history message. '
    : 'Not supplied for this particular example. ';
  const origin = originOf?.();
  return [
    userContent(adapter, signature, givenValues(demo, originOf), prefix),
    [{ text: answerText(adapter, signature, demo, missing), ...(origin && { origin }) }],
  ];
}

/** The examples that are sent, incomplete ones first; those without an input or an output are left out. */
export function sentDemos(
  signature: DspySignature,
  demos: readonly PyDict[],
): readonly { demo: PyDict; isWhole: boolean }[] {
  const has = (demo: PyDict, role: DspyField['role']) => fieldsOf(signature, role).some(({ name }) => demo.has(name));
  const judged = demos.map(demo => ({
    demo,
    isWhole: signature.fields.every(({ name }) => (demo.get(name) ?? null) !== null),
  }));
  return [
    ...judged.filter(({ demo, isWhole }) => !isWhole && has(demo, 'input') && has(demo, 'output')),
    ...judged.filter(({ isWhole }) => isWhole),
  ];
}

/** An answer as the adapter writes it, with `missing` where a field has no value. */
export function answerText(adapter: AdapterName, signature: DspySignature, values: PyDict, missing: PyValue): string {
  const outputs = fieldsOf(signature, 'output').map(
    field => [field, values.get(field.name) ?? (values.has(field.name) ? null : missing)] as const,
  );
  if (adapter === 'JSONAdapter' || adapter === 'BAMLAdapter')
    return jsonDumps(new Map(outputs.map(([{ name }, value]) => [name, value])), { ensureAscii: false, indent: 2 });
  if (adapter === 'XMLAdapter') return pyStrip(outputs.map(([field, value]) => xmlField(field, value)).join('\n\n'));
  const parts = outputs.map(([field, value]) => `[[ ## ${field.name} ## ]]\n${fieldText(field, value)}`);
  return `${pyStrip(parts.join('\n\n'))}\n\n[[ ## completed ## ]]\n`;
}

function userContent(
  adapter: AdapterName,
  signature: DspySignature,
  values: Given,
  prefix: string,
  end: Pieces = [],
): Pieces {
  const isXml = adapter === 'XMLAdapter';
  const fields = fieldsOf(signature, 'input').flatMap(field => {
    const content = values(field);
    return content ? [isXml ? tagged(field, content) : headed(field, content)] : [];
  });
  const parts = [...(prefix === '' ? [] : [[{ text: prefix }]]), ...fields, ...(end.length === 0 ? [] : [end])];
  return trimmedEnd(joinPieces(parts, '\n\n')).filter(({ text }) => text !== '');
}

/** What every request ends with: how the answer is to look. */
export function closingWords(adapter: AdapterName, signature: DspySignature): Pieces {
  const outputs = fieldsOf(signature, 'output');
  const all = (each: (field: DspyField) => Pieces) => joinPieces(outputs.map(each), ', then ');
  if (adapter === 'XMLAdapter') {
    const schemas = outputs.filter(usesNestedXml).map(field => [typePiece(field, schemaXml(field))]);
    return [
      { text: 'Respond with the corresponding output fields wrapped in XML tags ' },
      ...all(field => [{ text: '`<' }, namePiece(field), { text: '>`' }]),
      { text: '.' },
      ...(schemas.length > 0 ? [{ text: ' Use this nested XML structure: ' }, ...joinPieces(schemas, ' ')] : []),
    ];
  }
  if (adapter !== 'ChatAdapter')
    return [
      { text: 'Respond with a JSON object in the following order of fields: ' },
      ...all(field => [{ text: '`' }, namePiece(field), { text: '`' }, ...typeNote(field)]),
      { text: '.' },
    ];
  return [
    { text: 'Respond with the corresponding output fields, starting with the field ' },
    ...all(field => [{ text: '`[[ ## ' }, namePiece(field), { text: ' ## ]]`' }, ...typeNote(field)]),
    { text: ', and then ending with the marker for `[[ ## completed ## ]]`.' },
  ];
}
