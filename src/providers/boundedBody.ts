/** The bytes of a body, up to so many. Rejects with an `Error` in words where there are more, which are not waited for. */
export async function boundedBody(response: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  if (response.body)
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > most) throw new Error(`its answer is longer than ${most / 2 ** 20} MB`);
      parts.push(chunk);
    }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
