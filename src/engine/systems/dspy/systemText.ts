import type { Piece } from '../../parsers/parser.ts';
import { joinPieces } from '../../parsers/shared/pieces.ts';
import { dedent, jsonDumps, splitLines, stripSpan } from '../../python/index.ts';
import { bamlType } from './bamlType.ts';
import { namePiece, placeholder, typePiece } from './fieldText.ts';
import { typeName } from './pyType.ts';
import { type AdapterName, type DspyField, type DspySignature, fieldsOf } from './signature.ts';
import { schemaXml, usesNestedXml } from './xmlText.ts';

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
    const given = inputs.flatMap(field => [...headed(field, [namePiece(field, `{${field.name}}`)]), { text: '\n\n' }]);
    const asked = outputs.flatMap(field => {
      const words = [{ text: 'Output field `' }, namePiece(field), { text: '` should be of type: ' }];
      return [...headed(field, [...words, typePiece(field, bamlType(field.type))]), { text: '\n\n' }];
    });
    return [{ text: `${intro}\n\n` }, ...given, ...asked, { text: '[[ ## completed ## ]]' }];
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
