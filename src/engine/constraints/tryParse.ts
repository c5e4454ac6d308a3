/** The value of JSON, which is never `undefined`; of a text that is not JSON `undefined`. */
export function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
