import { type PyValue, pyTypeName } from '../core/pyValue.ts';
import { shortRepr } from './shortRepr.ts';
import type { LineError, Location } from './validator.ts';

/** One error of a validation, as Pydantic's `errors()` gives it. */
export interface ValidationIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** The longest message, nearly, in UTF-16 units: every error names its place, and places can have long names. */
const maxMessage = 20_000_000;

/** The most errors that programs are told of. */
export const maxIssues = 100_000;

/** `str(ValidationError)` of Pydantic 2.13; of a great many errors it has the first ones. Linear in the number of errors. */
export function errorMessage(title: string, errors: readonly LineError[]): string {
  const lines = [`${errors.length} validation error${errors.length === 1 ? '' : 's'} for ${title}`];
  const reprs = new Map<PyValue, string>();
  let length = 0;
  for (const [i, error] of errors.entries()) {
    if (length > maxMessage) {
      lines.push(`… and ${errors.length - i} more errors`);
      break;
    }
    const before = lines.length;
    if (error.place !== undefined) lines.push(locationOf(error.place).map(printPart).join('.'));
    let repr = reprs.get(error.input);
    if (repr === undefined) {
      repr = shortRepr(error.input);
      reprs.set(error.input, repr);
    }
    lines.push(`  ${error.msg} [type=${error.type}, input_value=${repr}, input_type=${pyTypeName(error.input)}]`);
    lines.push(`    For further information visit https://errors.pydantic.dev/2.13/v/${error.type}`);
    for (let at = before; at < lines.length; at++) length += lines[at]!.length;
  }
  return lines.join('\n');
}

/** The error without its input, for programs. */
export function issueOf(error: LineError): ValidationIssue {
  return { type: error.type, loc: locationOf(error.place), msg: error.msg };
}

/** Where in the input an error's value stands: the location without labels; for something missing, the place of what lacks it. */
export function inputLocation(error: LineError): readonly (string | number)[] {
  return locationOf(error.within ? error.place?.outer : error.place, true);
}

function locationOf(place: Location | undefined, inputOnly = false): (string | number)[] {
  const parts: (string | number)[] = [];
  for (let at = place; at !== undefined; at = at.outer) if (!(inputOnly && at.label)) parts.push(at.key);
  return parts.reverse();
}

/** A part of a location as Rust prints it, which has a replacement character for each byte of half a surrogate pair. */
function printPart(part: string | number): string {
  if (typeof part === 'number') return String(part);
  const text = part.replace(/\p{Cs}/gu, '\ufffd\ufffd\ufffd');
  return text.includes('.') ? `\`${text}\`` : text;
}
