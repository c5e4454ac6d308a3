import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Fix, Problem } from '../../problem.ts';
import { jsonDumps } from '../../python/jsonDumps.ts';
import { jsonLoads } from '../../python/jsonLoads.ts';
import { isPyDict, type PyValue, pyTypeName } from '../../python/value.ts';
import { readLenient } from '../../text/lenient/readLenient.ts';
import type { DefinitionSource } from '../parserType.ts';
import { problemAt, problemIn, spanInString } from './problemAt.ts';

type Path = readonly (string | number)[];

/** Hints longer than this are not looked at: no person wrote them. */
const maxLength = 100_000;
/** An object with a key in quotes, or a list of objects, lists or texts: prose in braces, `{your_json}`, is none. */
const looksLikeJson = /^\s*(?:\{\s*["'][^"'\n]*["']\s*:|\[\s*(?:\[|"|\{\s*["']))/;

/**
 * What is wrong with a hint that is text where the answer has to be JSON: it looks like JSON and is none, so that an
 * answer in its form does not parse. Hints with words of their own in place of values, such as `{"age": <number>}` or
 * `{"done": true/false}`, say what they mean and are left alone.
 */
export function textHintProblems(source: DefinitionSource, path: Path, hint: string, mustBeObject: boolean): Problem[] {
  if (hint.length > maxLength) return [];
  const read = jsonLoads(hint);
  if (read.ok) return mustBeObject ? kindProblem(source, path, read.value) : [];
  if (!looksLikeJson.test(hint)) return [];
  const fault = faultOf(hint);
  if (!fault) return [];
  const span = spanInString(source, path, fault.start, fault.end);
  const message = `The hint looks like JSON, but ${fault.reason}. A model that answers in this form is not understood: \`${read.error.message}\`.`;
  return span ? [problemIn('hint-not-json', message, span, repair(source, path, hint))] : [];
}

/** A hint that is JSON of another kind than the parser takes. */
export function kindProblem(source: DefinitionSource, path: Path, hint: PyValue): Problem[] {
  if (isPyDict(hint)) return [];
  const message = `The answer must be a JSON object, but the hint shows the model something else (\`${pyTypeName(hint)}\`).`;
  return problemAt(source, 'wrong-hint', path, message);
}

interface Fault {
  readonly reason: string;
  readonly start: number;
  readonly end: number;
}

/** Why a text is no JSON, if that is no matter of placeholders. */
function faultOf(hint: string): Fault | undefined {
  const quote = /[{,[:]\s*('[^'\n]*')\s*(?=[,:}\]])/.exec(hint);
  if (quote) {
    const start = quote.index + quote[0].indexOf(quote[1]!);
    return { reason: 'it has single quotes', start, end: start + quote[1]!.length };
  }
  const errors: ParseError[] = [];
  parseTree(hint, errors, { allowTrailingComma: false, disallowComments: true, allowEmptyContent: false });
  const words = errors.filter(({ error }) => printParseErrorCode(error) === 'InvalidSymbol');
  const python = /^(?:True|False|None)$/;
  if (words.some(({ offset, length }) => !python.test(hint.slice(offset, offset + length)))) return undefined;
  const [first] = words.length > 0 ? words : errors;
  if (!first) return undefined;
  const code = printParseErrorCode(first.error);
  const before = hint.slice(0, first.offset).trimEnd();
  // A comma that nothing follows is what has to go.
  const at = code === 'PropertyNameExpected' && before.endsWith(',') ? before.length - 1 : first.offset;
  const start = Math.min(at, Math.max(0, hint.length - 1));
  const end = at < first.offset ? at + 1 : Math.min(hint.length, Math.max(at + first.length, start + 1));
  if (code === 'InvalidSymbol') return { reason: `\`${hint.slice(start, end)}\` is Python, not JSON`, start, end };
  return { reason: reasons[code] ?? 'something is wrong here', start, end };
}

const reasons: Readonly<Record<string, string>> = {
  CommaExpected: 'a comma is missing',
  ColonExpected: 'a colon is missing',
  ValueExpected: 'a value is missing here',
  PropertyNameExpected: 'nothing follows this comma',
  CloseBraceExpected: 'a `}` is missing',
  CloseBracketExpected: 'a `]` is missing',
  EndOfFileExpected: 'it goes on behind its end',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: 'a text is not closed',
  InvalidEscapeCharacter: 'it has an escape that JSON does not have',
  InvalidCharacter: 'it has a line feed or a control character within a text',
};

/** The hint as the JSON that is surely meant: what reads the same after nothing but quotes, commas and brackets were changed. */
function repair(source: DefinitionSource, path: Path, hint: string): Fix[] | undefined {
  const span = source.spanOf(path);
  const outcome = readLenient(hint);
  if (!span || !outcome.ok || outcome.node === undefined) return undefined;
  const harmless = /^(?:quotes|constant|extra-comma|missing-comma|missing-bracket)$/;
  const repairs = outcome.repairs();
  if (!repairs.every(({ name }) => harmless.test(name))) return undefined;
  let text = hint;
  for (const { span: part, text: put } of repairs.toReversed())
    text = text.slice(0, part.start) + put + text.slice(part.end);
  if (!jsonLoads(text).ok) return undefined;
  return [{ title: 'Change the hint to JSON', edits: [{ span, text: jsonDumps(text, { ensureAscii: false }) }] }];
}
