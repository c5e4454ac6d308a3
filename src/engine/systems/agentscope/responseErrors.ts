import { EngineError, ResponseError, type ResponseErrorDetails } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { pyContains, pyIterate, pyJoin, pyStr, pyTruth } from '../../python/index.ts';
import { firstLine, type Tagged } from '../../text/index.ts';

/**
 * A `ResponseParsingError` or one of its subclasses: the only errors that AgentScope's ReActAgent catches; it tells the
 * model `str(e)`, which is the class and the message.
 */
export function responseParsingError(
  className: string,
  message: string,
  details: Omit<ResponseErrorDetails, 'feedback'>,
): ResponseError {
  return new ResponseError(className, message, { ...details, feedback: `${className}: ${message}` });
}

/** A Python error that no parser catches, raised while a response is read; the model never sees it. */
export function builtinError(
  error: EngineError,
  details: Pick<ResponseErrorDetails, 'span' | 'response'> = {},
): ResponseError {
  return new ResponseError(error.class, error.message, details);
}

/** Runs what raises Python errors that no parser catches, and gives them the place in the response. */
export function asBuiltin<T>(details: Pick<ResponseErrorDetails, 'span' | 'response'>, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof EngineError && !(error instanceof ResponseError)) throw builtinError(error, details);
    throw error;
  }
}

/** What `response.text.find(…)` raises where the text is `None`. */
export function noTextError(): ResponseError {
  return new ResponseError('AttributeError', "'NoneType' object has no attribute 'find'");
}

/** `TagNotFoundError` for a pair of tags of which one or both are missing. The one that is there is underlined, or else the first line. */
export function tagNotFoundError(
  text: string,
  beginTag: string,
  endTag: string,
  { begin, end }: Tagged & { found: false },
): ResponseError {
  const missing = begin || end ? `tag ${begin ? endTag : beginTag}` : `tags ${beginTag} and ${endTag}`;
  return responseParsingError('TagNotFoundError', `Missing ${missing} in response: ${text}`, {
    span: begin ?? end ?? firstLine(text),
    rawResponse: text,
  });
}

/** The required keys that are missing, and what `RequiredFieldNotFoundError` says. The class iterates a string character by character. */
export function missingKeys(
  requiredKeys: PyValue,
  value: PyDict,
): { readonly keys: readonly PyValue[]; readonly message: string } | undefined {
  if (!pyTruth(requiredKeys)) return undefined;
  const keys = pyIterate(requiredKeys).filter(key => !pyContains(value, key));
  if (keys.length === 0) return undefined;
  const s = keys.length === 1 ? '' : 's';
  return { keys, message: `Missing required field${s} ${joinWithAnd(keys)} in the JSON dictionary object.` };
}

/** `a`, `a and b`, `a, b, and c`. Raises `TypeError` where two or more are joined that are not strings. */
function joinWithAnd(words: readonly PyValue[]): string {
  const last = pyStr(words.at(-1) ?? null);
  if (words.length === 1) return last;
  return words.length === 2 ? pyJoin(' and ', words) : `${pyJoin(', ', words.slice(0, -1))}, and ${last}`;
}
