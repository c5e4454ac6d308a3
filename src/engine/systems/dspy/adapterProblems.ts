import { EngineError } from '../../core/errors.ts';
import { type Problem, problem } from '../../core/problem.ts';
import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { problemAt } from '../../parsers/problems/problemAt.ts';
import { isSame, readsBack } from '../../parsers/problems/readsBack.ts';
import { exampleOfSchema } from '../../parsers/shared/examples.ts';
import { pyStrip, toJsonText } from '../../python/index.ts';
import { readCompletion } from './adapter.ts';
import { signatureIn } from './definedSignature.ts';
import { validateField } from './parseValue.ts';
import { isPlain } from './pyType.ts';
import { answerText } from './requestMessage.ts';
import { listOf } from './schemaOfType.ts';
import { type AdapterName, type DspyField, fieldsOf } from './signature.ts';

/** A text that XML would have to write otherwise. */
const oddText = 'a < b & c';
/** How many values of an enum or a literal are tried. */
const mostValues = 20;

/** How many demos are tried; a program has some. */
const mostDemos = 100;

/**
 * The problems of fields, and of values of demos, for which an adapter writes a value of the field's own type and does not
 * read it again: each value alone is written and read. Linear in the fields and the demos.
 */
export function unreadOwnValues(adapter: AdapterName, source: DefinitionSource): readonly Problem[] {
  const signature = signatureIn(source);
  if (!signature) return [];
  const outputs = fieldsOf(signature, 'output');
  const ofTypes = outputs.flatMap(field => {
    const span = field.origins?.type ?? field.origins?.name;
    const lost = span && valuesOf(field).find(value => !isReadAgain(adapter, field, value));
    if (lost === undefined || !span) return [];
    const example = toJsonText(lost, 0);
    const message = `${adapter} writes \`${example}\` for \`${field.name}\` and does not read it again: a model that answers as the examples do is refused, or read otherwise.`;
    return [problem('cannot-read-itself', message, span)];
  });
  // What a type cannot have at all is said once.
  const reported = new Set(ofTypes.map(({ span }) => span));
  const readable = outputs.filter(({ origins }) => !origins || !reported.has((origins.type ?? origins.name)!));
  const demos = listOf(source.config.get('demos')).slice(0, mostDemos);
  const ofDemos = demos.flatMap((demo, i) =>
    readable.flatMap(field => {
      const value = (isPyDict(demo) ? demo.get(field.name) : undefined) ?? null;
      if (value === null || isReadAgain(adapter, field, value)) return [];
      const message = `${adapter} does not read this value as it writes it: a model that answers as the demo does is refused, or read otherwise.`;
      return problemAt(source, 'cannot-read-itself', ['demos', i, field.name], message);
    }),
  );
  return [...ofTypes, ...ofDemos];
}

function valuesOf({ type, schema }: DspyField): readonly PyValue[] {
  if (type.kind === 'enum') return [...type.members.values()].slice(0, mostValues);
  if (type.kind === 'literal') return type.values.slice(0, mostValues);
  const isText = isPlain(type, 'str') || (type.kind === 'union' && type.args.some(arg => isPlain(arg, 'str')));
  return isText ? [oddText] : [exampleOfSchema(schema, schema)];
}

function isReadAgain(adapter: AdapterName, field: DspyField, value: PyValue): boolean {
  try {
    // A value that Pydantic refuses, or changes, is none of the type.
    if (field.type.kind !== 'enum' && !isSame(validateField(field, value), value)) return true;
  } catch (error) {
    if (error instanceof EngineError) return true;
    throw error;
  }
  const signature = { instructions: '', fields: [field] };
  return readsBack(trimmed(value), () => {
    const text = answerText(adapter, signature, new Map([[field.name, value]]), null);
    return trimmed(readCompletion(adapter, signature, text).value.get(field.name) ?? null);
  });
}

/** A text without the blanks around it, which say nothing. */
function trimmed(value: PyValue): PyValue {
  return typeof value === 'string' ? pyStrip(value) : value;
}

/** The problem of an adapter whose messages ask for the answer in two forms, of which it reads one. */
export function askedTwice(adapter: AdapterName, source: DefinitionSource): readonly Problem[] {
  if (adapter !== 'BAMLAdapter') return [];
  const message =
    'The system message shows sections, `[[ ## field ## ]]` up to `[[ ## completed ## ]]`, and the request asks for JSON; BAMLAdapter reads JSON alone. JSONAdapter asks once.';
  return problemAt(source, 'asked-twice', ['type'], message);
}
