import { EngineError } from '../../core/errors.ts';
import { type Problem, problem } from '../../core/problem.ts';
import { fromPlain, type PyValue, toPlain } from '../../core/pyValue.ts';
import { exampleOfSchema } from '../../parsers/shared/exampleValues.ts';
import { pyEquals } from '../../python/containers.ts';
import { toJsonText } from '../../python/jsonDumps.ts';
import { readCompletion } from './adapter.ts';
import { isPlain } from './pyType.ts';
import { answerText } from './requestMessage.ts';
import { type AdapterName, type DspyField, type DspySignature, fieldsOf } from './signature.ts';
import { validateField } from './typeAdapter.ts';

/** A text that XML would have to write otherwise. */
const oddText = 'a < b & c';
/** How many values of an enum or a literal are tried. */
const mostValues = 20;

/**
 * The problems of fields for which an adapter writes a value of the field's own type and does not read it again, as a demo
 * shows it: each value alone is written and read. Linear in the fields.
 */
export function unreadOwnValues(adapter: AdapterName, signature: DspySignature): readonly Problem[] {
  return fieldsOf(signature, 'output').flatMap(field => {
    const span = field.origins?.type ?? field.origins?.name;
    const lost = span && valuesOf(field).find(value => !isReadAgain(adapter, field, value));
    if (lost === undefined || !span) return [];
    const shown = toJsonText(lost, 0);
    const message = `${adapter} writes \`${shown}\` for \`${field.name}\` and does not read it again: a model that answers as the examples do is refused, or read otherwise.`;
    return [problem('cannot-read-itself', message, span)];
  });
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
  try {
    const { value: read } = readCompletion(
      adapter,
      signature,
      answerText(adapter, signature, new Map([[field.name, value]]), null),
    );
    return isSame(read.get(field.name) ?? null, value);
  } catch (error) {
    if (error instanceof EngineError) return false;
    throw error;
  }
}

/** Whether two values are the same as JSON. */
function isSame(one: PyValue, other: PyValue): boolean {
  return pyEquals(fromPlain(toPlain(one)), fromPlain(toPlain(other)));
}
