import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict } from '../../core/pyValue.ts';
import type { Piece } from '../../parsers/parser.ts';
import { joinPieces } from '../../parsers/shared/pieces.ts';
import { dedent, jsonDumps, pyStr, splitLines, stripSpan } from '../../python/index.ts';
import { namePiece, placeholder, schemaXml, typePiece, usesNestedXml } from './fieldText.ts';
import { isModel, type PyType, rootOf, typeName, withoutNone } from './pyType.ts';
import { definitionsOf, typeOfSchema } from './schemaOfType.ts';
import { type AdapterName, type DspyField, type DspySignature, fieldsOf } from './signature.ts';

type Pieces = readonly Piece[];

const intro = 'All interactions will be structured in the following way, with the appropriate values filled in.';

/** The system message. Raises `EngineError` where `BAMLAdapter` does. */
export function systemText(adapter: AdapterName, signature: DspySignature): Pieces {
  const [inputs, outputs] = [fieldsOf(signature, 'input'), fieldsOf(signature, 'output')];
  const parts = [
    [{ text: 'Your input fields are:\n' }, ...descriptions(inputs)],
    [{ text: 'Your output fields are:\n' }, ...descriptions(outputs)],
    structures[adapter](inputs, outputs),
    objective(signature),
  ];
  return joinPieces(parts, '\n').filter(({ text }) => text !== '');
}

/** Pieces without the blanks at their end. */
export function trimmedEnd(pieces: Pieces): Pieces {
  const kept = [...pieces];
  for (let last = kept.pop(); last; last = kept.pop()) {
    const { start, end } = stripSpan(last.text);
    const text = start === end ? '' : last.text.slice(0, end);
    if (text !== '') return [...kept, { ...last, text }];
  }
  return [];
}

function descriptions(fields: readonly DspyField[]): Pieces {
  const lines = fields.map((field, i): Pieces => {
    const { desc, constraints, name, origins, type } = field;
    const described = desc === undefined || desc === `\${${name}}` ? '' : desc;
    return [
      { text: `${i + 1}. \`` },
      namePiece(field),
      { text: '` (' },
      typePiece(field, typeName(type)),
      { text: '): ' },
      { text: described, ...(origins?.desc && { origin: origins.desc }) },
      { text: constraints ? `\nConstraints: ${constraints}` : '' },
    ];
  });
  return trimmedEnd(joinPieces(lines, '\n'));
}

function objective({ instructions, origin }: DspySignature): Pieces {
  const lines = splitLines(dedent(instructions));
  return [
    { text: 'In adhering to this structure, your objective is: ' },
    ...lines.flatMap(text => [{ text: '\n        ' }, { text, ...(origin && { origin }) }]),
  ];
}

type Structure = (inputs: readonly DspyField[], outputs: readonly DspyField[]) => Pieces;

const structures: Readonly<Record<AdapterName, Structure>> = {
  ChatAdapter: (inputs, outputs) =>
    joinPieces([[{ text: intro }], sections(inputs), sections(outputs), [{ text: '[[ ## completed ## ]]' }]], '\n\n'),
  JSONAdapter: (inputs, outputs) =>
    joinPieces(
      [
        [{ text: `${intro}\n\nInputs will have the following structure:` }],
        sections(inputs),
        [{ text: 'Outputs will be a JSON object with the following fields.' }],
        jsonObject(outputs),
      ],
      '\n\n',
    ),
  XMLAdapter: (inputs, outputs) => joinPieces([[{ text: intro }], tags(inputs), tags(outputs)], '\n\n'),
  BAMLAdapter(inputs, outputs) {
    const inputPieces = inputs.flatMap(field => [
      ...headed(field, [namePiece(field, `{${field.name}}`)]),
      { text: '\n\n' },
    ]);
    const outputPieces = outputs.flatMap(field => {
      const words = [{ text: 'Output field `' }, namePiece(field), { text: '` should be of type: ' }];
      return [...headed(field, [...words, typePiece(field, bamlType(field.type))]), { text: '\n\n' }];
    });
    return [{ text: `${intro}\n\n` }, ...inputPieces, ...outputPieces, { text: '[[ ## completed ## ]]' }];
  },
};

/** A field under its header. */
export function headed(field: DspyField, content: Pieces): Pieces {
  return [{ text: '[[ ## ' }, namePiece(field), { text: ' ## ]]\n' }, ...content];
}

function sections(fields: readonly DspyField[]): Pieces {
  return joinPieces(
    fields.map(field => headed(field, placeholder(field))),
    '\n\n',
  );
}

function jsonObject(fields: readonly DspyField[]): Pieces {
  if (fields.length === 0) return [{ text: '{}' }];
  const quoted = (piece: Piece) => ({ ...piece, text: jsonDumps(piece.text, { ensureAscii: false }).slice(1, -1) });
  const members = fields.map((field): Pieces => {
    const value = placeholder(field).map(quoted);
    return [{ text: '  "' }, quoted(namePiece(field)), { text: '": "' }, ...value, { text: '"' }];
  });
  return [{ text: '{\n' }, ...joinPieces(members, ',\n'), { text: '\n}' }];
}

function tags(fields: readonly DspyField[]): Pieces {
  const parts = fields.map(field =>
    field.role === 'output' && usesNestedXml(field)
      ? [typePiece(field, schemaXml(field))]
      : tagged(field, placeholder(field)),
  );
  return joinPieces(parts, '\n\n');
}

/** A field in its tags. */
export function tagged(field: DspyField, content: Pieces): Pieces {
  return [
    { text: '<' },
    namePiece(field),
    { text: '>\n' },
    ...content,
    { text: '\n</' },
    namePiece(field),
    { text: '>' },
  ];
}

const plainNames: Readonly<Record<string, string>> = { str: 'string', bool: 'boolean' };

/** `BAMLAdapter`'s notation of a type. `seen`: the models that were written so far. Raises its `ValueError` for a model that is met again. */
function bamlType(type: PyType, indent = 0, seen?: Set<string>): string {
  const inner = (each: PyType) => bamlType(each, indent, seen);
  if (isModel(type)) return bamlModel(type, indent, seen);
  if (type.kind === 'plain') return plainNames[type.name] ?? type.name;
  if (type.kind === 'literal') return type.values.map(value => `"${pyStr(value)}"`).join(' or ');
  if (type.kind === 'union') {
    const others = withoutNone(type);
    return `${others.map(inner).join(' or ')}${others.length < type.args.length ? ' or null' : ''}`;
  }
  if (type.kind !== 'generic') return type.name;
  const [first, second] = type.args;
  if (type.name === 'list' && first) {
    if (!isModel(first)) return `${inner(first)}[]`;
    return `[\n${bamlModel(first, indent + 1, seen)}\n${'  '.repeat(indent)}]`;
  }
  return type.name === 'dict' && first && second ? `dict[${inner(first)}, ${inner(second)}]` : type.name;
}

function bamlModel(
  { name, schema }: PyType & { readonly kind: 'class' },
  indent: number,
  earlier?: Set<string>,
): string {
  // Python takes a set that is empty for none.
  const seen = earlier?.size ? earlier : new Set<string>();
  if (seen.has(name))
    throw new EngineError(
      'ValueError',
      'BAMLAdapter cannot handle recursive pydantic models, please use a different adapter.',
    );
  seen.add(name);
  const pad = '  '.repeat(indent + 1);
  const definitions = definitionsOf(schema);
  const root = rootOf(schema);
  const properties = root.get('properties');
  const members = isPyDict(properties) ? [...properties] : [];
  const lines = indent === 0 ? commentLines(root, '') : [];
  lines.push(`${'  '.repeat(indent)}{`);
  if (members.length === 0) lines.push(`${pad}# No fields defined`);
  for (const [key, property] of members) {
    const member = isPyDict(property) ? property : new Map();
    const description = member.get('description');
    if (typeof description === 'string' && description !== '') lines.push(`${pad}# ${description}`);
    const type = typeOfSchema(member, definitions);
    const [only, ...more] = withoutNone(type);
    if (only && more.length === 0 && isModel(only)) lines.push(...commentLines(rootOf(only.schema), pad));
    lines.push(`${pad}${key}: ${bamlType(type, indent + 1, seen)},`);
  }
  return [...lines, `${'  '.repeat(indent)}}`].join('\n');
}

/** A model's docstring as comments. */
function commentLines(schema: PyDict, pad: string): string[] {
  const text = schema.get('description');
  const lines = typeof text === 'string' ? text.split('\n').map(line => line.trim()) : [];
  return lines.filter(line => line !== '').map(line => `${pad}# ${line}`);
}
