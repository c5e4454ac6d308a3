import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type Fix, type Problem, problem } from '../../core/problem.ts';
import { isPyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import type { Repair } from '../../core/result.ts';
import { findTooDeep } from '../../json/jsonSource.ts';
import { type JsonLoadsError, jsonDumps, jsonLoads } from '../../python/index.ts';
import { readLenient } from '../../text/index.ts';
import type { DefinitionSource } from '../parser.ts';
import { problemAt, spanInString } from './problemAt.ts';

type Path = readonly (string | number)[];

/** Hints longer than this are not looked at: no user wrote them. */
const maxLength = 100_000;
/**
 * An object with a key in quotes, or with a text in quotes under a plain key; a list of objects, lists or texts; an object
 * whose brace is missing. Prose in braces, `{your_json}`, does not count.
 */
const looksLikeJson =
  /^\s*(?:\{\{?\s*(?:["'“‘][^"'“”‘’\n]*["'”’]\s*:|\w+\s*:\s*["'“‘])|\[\s*(?:\[|"|\{\s*["'])|"\w+"\s*:)/;

/**
 * What is wrong with a hint that is text where the answer has to be JSON: it looks like JSON and is not, so that an
 * answer in its form does not parse. Hints with words of their own in place of values, such as `{"age": <number>}` or
 * `{"done": true/false}`, say what they mean and are left alone.
 */
export function textHintProblems(source: DefinitionSource, path: Path, hint: string, mustBeObject: boolean): Problem[] {
  if (hint.length > maxLength) return [];
  const read = jsonLoads(hint);
  if (read.ok) return mustBeObject ? kindProblem(source, path, read.value) : [];
  if (!looksLikeJson.test(hint)) return [];
  const fault = faultOf(hint, read.error);
  if (!fault) return [];
  const span = spanInString(source, path, fault.start, fault.end);
  const message = `The hint looks like JSON, but ${fault.reason}. A model that answers in this form is not understood: \`${read.error.message}\`.`;
  return span ? [problem('hint-not-json', message, span, repair(source, path, hint, mustBeObject))] : [];
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

/** A text in single or typographic quotes where JSON has a string. */
const otherQuotes = /[{,[:]\s*(['“”‘’][^'“”‘’\n]*['“”‘’])\s*(?=[,:}\]])/;
/** A key without quotes before a value that is JSON. */
const plainKey = /[{,]\s*(\w+)\s*:\s*["'“‘[{\d]/;

/** Why a text is not JSON, unless that is a matter of placeholders. `error` is that of `json.loads`. */
function faultOf(hint: string, error: JsonLoadsError): Fault | undefined {
  const doubled = /^\s*\{(?=\{)/.exec(hint)?.[0].length;
  if (doubled !== undefined) return { reason: 'its braces stand twice', start: doubled - 1, end: doubled + 1 };
  if (/^\s*"/.test(hint)) return { reason: 'a `{` is missing', start: 0, end: 1 };
  const { offset } = error;
  if (error.message.startsWith('Invalid control character')) {
    const reason = /[\r\n]/.test(hint.charAt(offset))
      ? 'a text goes on in another line, which JSON writes as `\\n`'
      : 'it has a control character within a text';
    return { reason, start: offset, end: offset + 1 };
  }
  if (/^"[\p{L}\p{N}]/u.test(hint.slice(offset - 1, offset + 2)) && error.message.startsWith("Expecting ','"))
    return { reason: 'a quote within a text needs a backslash before it', start: offset - 1, end: offset };
  // What stands in double quotes is nothing of JSON's own.
  const bare = hint.replace(/"(?:[^"\\\n]|\\.)*"?/g, text => `"${'_'.repeat(text.length - 1)}`);
  const found = [
    {
      match: otherQuotes.exec(bare),
      reason: (word: string) => `it has ${word.startsWith("'") ? 'single' : 'typographic'} quotes`,
    },
    { match: plainKey.exec(bare), reason: (word: string) => `the key \`${word}\` has no quotes` },
  ];
  for (const { match, reason } of found) {
    if (!match) continue;
    const start = match.index + match[0].indexOf(match[1]!);
    const end = start + match[1]!.length;
    return { reason: reason(hint.slice(start, end)), start, end };
  }
  if (findTooDeep(hint)) return undefined;
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
  // A range of numbers is a placeholder as well.
  if (code === 'CommaExpected' && /\d/.test(hint.charAt(start - 1))) return undefined;
  if (code === 'CommaExpected' && /[}\]]/.test(hint.charAt(start)))
    return { reason: `a \`${hint.charAt(start) === '}' ? ']' : '}'}\` is missing before this`, start, end };
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
  InvalidNumberFormat: 'not a valid JSON number',
  UnexpectedEndOfString: 'a text is not closed',
  InvalidEscapeCharacter: 'it has an escape that JSON does not have',
};

/** The hint as the JSON that is surely meant: what reads the same after nothing but quotes, commas and brackets were changed. */
function repair(source: DefinitionSource, path: Path, hint: string, mustBeObject: boolean): Fix[] | undefined {
  const span = source.spanOf(path);
  const outcome = readLenient(hint);
  if (!span || !outcome.ok || outcome.node === undefined) return undefined;
  let text = hint;
  for (const each of outcome.repairs().toReversed()) {
    const put = certainText(hint, each);
    if (put === undefined) return undefined;
    text = text.slice(0, each.span.start) + put + text.slice(each.span.end);
  }
  const read = jsonLoads(text);
  if (!read.ok || (mustBeObject && !isPyDict(read.value))) return undefined;
  return [{ title: 'Change the hint to JSON', edits: [{ span, text: jsonDumps(text, { ensureAscii: false }) }] }];
}

/** What a repair puts in the place of a part of the hint; `undefined` where something else may be meant. */
function certainText(hint: string, { name, span, text }: Repair): string | undefined {
  const written = hint.slice(span.start, span.end);
  if (/^(?:quotes|constant|extra-comma|missing-comma|missing-bracket)$/.test(name)) return text;
  if (name === 'escape') return written.includes('\\') ? undefined : text;
  if (name !== 'missing-quotes') return undefined;
  if (written === 'None') return 'null';
  return /^\w+$/.test(written) && /^\s*:/.test(hint.slice(span.end)) ? text : undefined;
}
