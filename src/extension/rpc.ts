/** One end of a channel between two threads: a worker, a worker's parent, a browser's Worker. */
export interface Port {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** One of several channels of a port. Both ends must name it alike; what is not meant for it does not arrive. */
export function channel(port: Port, name: string): Port {
  return {
    post: message => port.post({ channel: name, message }),
    onMessage: listener =>
      port.onMessage(parcel => {
        const { channel: to, message } = parcel as { readonly channel: string; readonly message: unknown };
        if (to === name) listener(message);
      }),
  };
}

interface Request {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}
type Response = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string };

/** Answers the calls that arrive at `port` with the methods of `api`. A method that rejects rejects the caller's promise with the same message. */
export function serve(port: Port, api: object): void {
  serveLater(port, () => Promise.resolve(api));
}

/** The same with an API that each call asks for: where it cannot be made, that call is rejected. */
export function serveLater(port: Port, load: () => Promise<object>): void {
  port.onMessage(message => {
    const { id, method, args } = message as Request;
    load()
      .then(api => (api as Record<string, (...args: unknown[]) => Promise<unknown>>)[method]!(...args))
      .then(
        value => port.post({ id, value } satisfies Response),
        error =>
          port.post({
            id,
            error: error instanceof Error ? (error.stack ?? error.message) : String(error),
          } satisfies Response),
      );
  });
}

/** The caller's end: `api` forwards every method call through the port; `close(reason)` rejects the calls still open. */
export function connect<A extends object>(port: Port): { readonly api: A; close(reason: Error): void } {
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let next = 0;
  port.onMessage(message => {
    const response = message as Response;
    const call = open.get(response.id);
    open.delete(response.id);
    if ('error' in response) call?.reject(new Error(response.error));
    else call?.resolve(response.value);
  });
  const api = new Proxy({} as A, {
    get: (_, method) =>
      // A proxy that answers `then` would look like a promise to `await`.
      method === 'then'
        ? undefined
        : (...args: unknown[]) =>
            new Promise((resolve, reject) => {
              const id = next++;
              open.set(id, { resolve, reject });
              port.post({ id, method: String(method), args } satisfies Request);
            }),
  });
  return {
    api,
    close(reason) {
      for (const call of open.values()) call.reject(reason);
      open.clear();
    },
  };
}
