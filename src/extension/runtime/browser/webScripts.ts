declare function importScripts(address: string): void;

/** The text of a script of the extension. Rejects with what it is for, `what`, where it cannot be loaded. */
export async function scriptText(address: string, what: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${what} could not be loaded: status ${answer.status}.`);
  return answer.text();
}

/** Runs a script in this worker, which takes scripts from its own origin only: the extension's is not everywhere. */
export function runScript(code: string): void {
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  importScripts(address);
  URL.revokeObjectURL(address);
}
