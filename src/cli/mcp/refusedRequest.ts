import { isSpecType } from '@modelcontextprotocol/server';

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
  if ((typeof id !== 'string' && typeof id !== 'number') || isSpecType.JSONRPCRequest(message)) return undefined;
  const error = { code: -32602, message: 'Invalid params: this is not a request as the protocol has them.' };
  return { jsonrpc: '2.0', id, error };
}
