import { EngineError, ResponseError, type ResponseErrorDetails } from '../core/errors.ts';
import { withExact, withFieldExact } from '../core/exact.ts';
import { none } from '../core/none.ts';
import { once, printedPlain } from '../core/once.ts';
import { isPyDict, type PyValue, setOwn, toPlain } from '../core/pyValue.ts';
import { refusedBy } from '../core/refusedValue.ts';
import type { AcceptedResult, Field, ParseError, ParseResult, Repair } from '../core/result.ts';
import type { FoundSuspicion } from '../core/suspicion.ts';
import { valueAt } from '../core/valueAt.ts';
import type { PlainMember } from '../json/jsonSpans.ts';
import type { ReadField, Reading, ResponseInput } from '../parsers/parser.ts';
import { writtenPlace } from '../parsers/shared/writtenPlace.ts';

function parsedResult(
  value: unknown,
  fields: readonly Field[],
  { response, repairs, warnings, toolError, extra, splits, odd }: Reading,
  text: string,
) {
  const result: { -readonly [key in keyof Omit<AcceptedResult, 'exact'>]: AcceptedResult[key] } = {
    ok: true,
    value,
    fields: Object.freeze(fields),
    repairs: repairs?.length ? Object.freeze(repairs.map(frozenRepair)) : none,
    response: response ?? text,
    warnings: warnings?.length ? Object.freeze(warnings) : none,
  };
  if (toolError !== undefined) result.toolError = toolError;
  if (extra) result.extra = extra;
  if (splits) Object.defineProperty(result, 'splits', { value: splits });
  if (odd) Object.defineProperty(result, 'odd', { value: odd });
  return result;
}

/** The parts of a longer response are made when they are first asked for: of ten megabytes a view shows only a little. */
const longestAtOnce = 16_384;

/** The result of a reading of `text`. */
export function success(reading: Reading, text: string): AcceptedResult {
  const { plain } = reading;
  if (plain) {
    const fields: Field[] = [];
    for (const member of plain.members) fields.push(memberField(member, reading));
    return Object.freeze(withExact(parsedResult(plain.value, fields, reading, text), () => reading.value, plain.span));
  }
  if (reading.isOfFields && text.length <= longestAtOnce) {
    const value: Record<string, unknown> = {};
    const fields: Field[] = [];
    for (const field of reading.fields) {
      const item = toPlain(field.value);
      setOwn(value, field.key, item);
      fields.push(ownField(field, item));
    }
    return Object.freeze(withExact(parsedResult(value, fields, reading, text), () => reading.value));
  }
  const { value: exact } = reading;
  if (text.length <= longestAtOnce) {
    const value = toPlain(exact);
    const whole = () => value;
    const fields: Field[] = [];
    for (const field of reading.fields) fields.push(plainField(field, exact, whole));
    return Object.freeze(withExact(parsedResult(value, fields, reading, text), exact));
  }
  const value = once(() => toPlain(exact));
  const fields = once(() => Object.freeze(reading.fields.map(field => plainField(field, exact, value))));
  const result = parsedResult(undefined, none, reading, text);
  Object.defineProperty(result, 'value', { get: value });
  Object.defineProperty(result, 'fields', { get: fields });
  return Object.freeze(withExact(printedPlain(result), exact));
}

/** The result with what is odd about it. What is made of it when it is asked for is still made then. */
export function withSuspicions(result: AcceptedResult, suspicions: readonly FoundSuspicion[]): AcceptedResult {
  const { exact: _, ...members } = Object.getOwnPropertyDescriptors(result);
  const all = {
    ...members,
    suspicions: { value: Object.freeze(suspicions.map(each => Object.freeze(each))), enumerable: true },
  };
  return Object.freeze(
    withExact(Object.defineProperties({}, all) as Omit<AcceptedResult, 'exact'>, () => result.exact),
  );
}

function frozenRepair(repair: Repair): Repair {
  return Object.freeze({ ...repair, span: Object.freeze(repair.span) });
}

/** The result of what a reading of a response threw. */
export function failure(error: unknown, input: ResponseInput): ParseResult {
  const text = input.text ?? '';
  if (!(error instanceof EngineError)) {
    const message = `This is a fault of ParserLens, not of the response: ${error instanceof Error ? error.message : String(error)}`;
    return freezeFailure({ class: 'InternalError', message }, text);
  }
  const details: ResponseErrorDetails = error instanceof ResponseError ? error.details : {};
  const {
    span,
    feedback,
    feedbacks,
    response,
    rawResponse,
    details: parts,
    place,
    stack,
    toolError,
    sentBack,
    unanswered,
    warnings,
  } = details;
  const code = error.code;
  return freezeFailure(
    {
      class: error.class,
      message: error.message,
      ...(code !== undefined && { code }),
      ...(span && { span: Object.freeze(span) }),
      ...(feedback !== undefined && { feedback }),
      ...(feedbacks && { feedbacks }),
      ...(sentBack && { sent_back: Object.freeze(sentBack) }),
      ...(unanswered && { unanswered: Object.freeze(unanswered) }),
      ...(parts && { details: Object.freeze(parts) }),
      ...placedViolations(error, input),
      ...(rawResponse !== undefined && { raw_response: rawResponse }),
      ...(place && { place }),
      ...(stack !== undefined && { stack }),
    },
    response ?? text,
    toolError,
    warnings,
  );
}

function freezeFailure(
  error: Extract<ParseResult, { ok: false }>['error'],
  response: string,
  toolError?: boolean,
  warnings: readonly string[] = [],
): ParseResult {
  return Object.freeze({
    ok: false,
    error: Object.freeze(withoutValidated(error)),
    response,
    warnings: Object.freeze([...warnings]),
    ...(toolError !== undefined && { toolError }),
  });
}

/** What is there for repairs is not shown. */
function withoutValidated({ validated, ...error }: ParseError): ParseError {
  return validated ? Object.defineProperty(error, 'validated', { value: validated }) : error;
}

function parsedField(
  { key, span, inner, pieces }: Pick<ReadField, 'key' | 'span' | 'inner' | 'pieces'>,
  value: unknown,
  exact: PyValue | (() => PyValue),
): Field {
  Object.freeze(span);
  if (inner !== span) Object.freeze(inner);
  const field = pieces
    ? { key, value, span, inner, pieces: Object.freeze(pieces.map(piece => Object.freeze(piece))) }
    : { key, value, span, inner };
  // Of a text, a word, `null`, and most numbers `exactOf` knows by itself what they are.
  return Object.freeze(exact === value ? field : withFieldExact(field, exact));
}

/** A field of a value that is plain data already: the member itself. */
function memberField(member: PlainMember, reading: Reading): Field {
  const { key, value, span, inner } = member;
  Object.freeze(span);
  if (inner !== span) Object.freeze(inner);
  return Object.freeze(
    typeof value === 'string' ? member : withFieldExact(member, () => valueAt(reading.value, [key]) ?? null),
  );
}

/** A field of a dict that is made of its fields; `value`: that of the field as plain data. */
function ownField(field: ReadField, value: unknown): Field {
  return parsedField(field, value, field.value);
}

/** A field of a reading whose value is `whole`, and `plain` as plain data; it shares its value with them where the two are the same object. */
function plainField(field: ReadField, whole: PyValue, plain: () => unknown): Field {
  const { key, value } = field;
  if (typeof value === 'string') return parsedField(field, value, value);
  const isShared = typeof value === 'object' && value !== null && isPyDict(whole) && whole.get(key) === value;
  return parsedField(field, isShared ? (plain() as Record<string, unknown>)[key] : toPlain(value), value);
}

/** The members of a `ParseError` that say where a value that reads is not what is wanted; none for any other error. */
function placedViolations(
  error: unknown,
  input: ResponseInput,
): Pick<ParseError, 'violations' | 'moreViolations' | 'validated'> {
  const refused = refusedBy(error);
  if (!refused) return {};
  const validated = refused.place ?? writtenPlace(refused.value, input);
  const { violations, more } = refused.violations(validated);
  if (violations.length === 0) return {};
  return { violations: Object.freeze(violations), ...(more > 0 && { moreViolations: more }), validated };
}
