import { dataAt, memberAt, objectAt } from '../../json/plainData.ts';

/** What providers call the error of a key that they do not take. */
const kinds =
  /^(?:authentication_?error|invalid_?api_?key|invalid_authentication|unauthori[sz]ed|unauthenticated|permission_denied|permission_error|permissiondeniederror)$/i;
/** How their messages say so. */
const sentences =
  /(?:^|\b(?:status|code|error|http)\b[\s:=("']{0,4})401\b|\bunauthori[sz]ed\b|\b(?:invalid|incorrect|missing|wrong|no valid|bad)\s+(?:x-)?api[ _-]?key|\bapi[ _-]?key\b.{0,40}\b(?:not valid|invalid|incorrect|missing|refused|rejected|expired)|\bauthentication(?:error| failed| required)/i;
const maxMessage = 2000;

/** Whether a record of a log that has no response says that the provider did not take the API key. */
export function refusesKey(record: unknown): boolean {
  const answer = dataAt(memberAt(record, 'response'));
  const errors = [
    memberAt(record, 'error'),
    memberAt(answer, 'error'),
    memberAt(answer, 'body', 'error'),
    memberAt(record, 'body', 'error'),
    memberAt(record, 'output', 'error'),
    memberAt(record, 'statusMessage'),
    // The answer may be the error itself.
    memberAt(record, 'type') === 'error' ? record : undefined,
  ].map(dataAt);
  return [record, answer, ...errors].some(hasStatus) || errors.some(error => saysSo(error));
}

function hasStatus(value: unknown): boolean {
  return ['status_code', 'statusCode', 'status', 'code'].some(name =>
    [401, 403].includes(Number(memberAt(value, name))),
  );
}

function saysSo(error: unknown, depth = 0): boolean {
  if (typeof error === 'string') return sentences.test(error.slice(0, maxMessage));
  if (!objectAt(error) || depth > 3) return false;
  const named = ['type', 'code', 'status', 'name', 'class'].map(name => memberAt(error, name));
  if (named.some(name => typeof name === 'string' && kinds.test(name))) return true;
  return ['message', 'error', 'detail'].some(name => saysSo(memberAt(error, name), depth + 1));
}
