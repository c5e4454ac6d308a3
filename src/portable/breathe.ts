/** Lets whatever else waits in this thread come first: messages, a click on Cancel. */
export function breathe(): Promise<void> {
  // Neither Node's types nor the DOM's are known here.
  const { setImmediate, MessageChannel } = globalThis as unknown as Platform;
  return new Promise(resolve => {
    if (setImmediate) {
      setImmediate(resolve);
      return;
    }
    // A browser makes timers that follow each other wait; messages it does not.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

interface Platform {
  readonly setImmediate?: (run: () => void) => void;
  readonly MessageChannel: new () => {
    readonly port1: { onmessage: (() => void) | null; close(): void };
    readonly port2: { postMessage(message: unknown): void };
  };
}
