/**
 * The answer to a request that is not one of the protocol's, such as one whose progress token is an object: the server's
 * own reader would drop it without a word. `undefined`: it is one, or nothing that can be answered.
 */
export function refusedRequest(line: string): object | undefined {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message)) return undefined;
  const { id } = message;
  if ((typeof id !== 'string' && typeof id !== 'number') || isRequest(message)) return undefined;
  const error = { code: -32602, message: 'Invalid params: this is not a request as the protocol has them.' };
  return { jsonrpc: '2.0', id, error };
}

/** Whether the parts that every request may have are as the protocol has them. */
function isRequest(message: object): boolean {
  const { jsonrpc, method, params } = message as { jsonrpc?: unknown; method?: unknown; params?: unknown };
  if (jsonrpc !== '2.0' || typeof method !== 'string') return false;
  if (params === undefined) return true;
  if (!isRecord(params)) return false;
  const { _meta: meta } = params;
  if (meta === undefined) return true;
  if (!isRecord(meta)) return false;
  const { progressToken: token } = meta;
  return token === undefined || typeof token === 'string' || Number.isInteger(token);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
