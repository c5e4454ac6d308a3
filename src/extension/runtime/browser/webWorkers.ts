/** A web worker, as far as we use it: TypeScript has no types of the DOM here. */
export interface WebWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault?(): void }) => void) | null;
  postMessage(message: unknown, moved?: readonly ArrayBuffer[]): void;
  terminate(): void;
}

declare const Worker: new (address: string) => WebWorker;

/** Starts a worker from its code: a browser takes an address only from the page's own origin, which the extension's is not everywhere. */
export function startWorker(code: string): WebWorker {
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  try {
    return new Worker(address);
  } finally {
    // The worker has loaded its code by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
}

/** Starts a worker from an address of the extension, from the extension host: VS Code sees to the origin. */
export function startWorkerAt(address: string): WebWorker {
  return new Worker(address);
}

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
