/** What browsers say, each in its own words, where a page may not ask a host, and where nothing answers: they do not tell the two apart. */
const browsersWords = /^(?:Failed to fetch|NetworkError when attempting to fetch resource\.?|Load failed)$/;

/** Why a host was not reached: Node's library says "fetch failed" and keeps the reason apart, a browser keeps it to itself. */
export function unreached(error: unknown): Error {
  const { cause } = error as { readonly cause?: unknown };
  if (cause instanceof Error) return cause;
  if (!(error instanceof Error)) return new Error(String(error));
  if (!browsersWords.test(error.message)) return error;
  return new Error(
    'in a browser, only hosts that allow cross-origin requests (CORS) can be asked, and this one does not, or nothing answers there. Open the folder in VS Code’s desktop to ask it',
  );
}
