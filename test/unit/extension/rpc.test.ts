import { equal, rejects } from 'node:assert/strict';
import { loadedOnce } from '../../../src/extension/loadedOnce.ts';
import { channel, connect, type Port, serve, serveLater } from '../../../src/extension/rpc.ts';

interface Api {
  twice(number: number): Promise<number>;
  other(): Promise<string>;
}

/** The two ends of a port, as a worker and its parent have them. */
function ends(): [Port, Port] {
  const listeners: ((message: unknown) => void)[][] = [[], []];
  const end = (own: number, other: number): Port => ({
    post: message =>
      queueMicrotask(() => {
        for (const listener of listeners[other]!) listener(message);
      }),
    onMessage: listener => void listeners[own]!.push(listener),
  });
  return [end(0, 1), end(1, 0)];
}

suite('calls between threads', () => {
  const served: Api = { twice: async number => 2 * number, other: async () => 'served' };

  test('an API is made by the first call, and once', async () => {
    let made = 0;
    const [here, there] = ends();
    serveLater(
      there,
      loadedOnce(() => {
        made++;
        return served;
      }),
    );
    const { api } = connect<Api>(here);
    equal(made, 0);
    equal((await Promise.all([api.twice(3), api.twice(4)])).join(), '6,8');
    equal(await api.other(), 'served');
    equal(made, 1);
  });

  test('a call is rejected where it cannot be made, and the next one makes it again', async () => {
    let tries = 0;
    const [here, there] = ends();
    serveLater(
      there,
      loadedOnce(async () => {
        if (tries++ === 0) throw new Error('no network');
        return served;
      }),
    );
    const { api } = connect<Api>(here);
    await rejects(api.twice(3), /no network/);
    equal(await api.twice(3), 6);
  });

  test('two services may name their methods alike; each answers on its own channel', async () => {
    const [here, there] = ends();
    serve(channel(there, 'one'), served);
    serve(channel(there, 'two'), { ...served, other: async () => 'of the second' });
    const one = connect<Api>(channel(here, 'one'));
    const two = connect<Api>(channel(here, 'two'));
    equal((await Promise.all([one.api.other(), two.api.other()])).join(), 'served,of the second');
  });

  test('what is open when a thread ends is rejected, and what it does not know', async () => {
    const [here, there] = ends();
    const { api, close } = connect<Api>(here);
    const open = api.twice(3);
    close(new Error('ended'));
    await rejects(open, /ended/);
    serve(there, { other: served.other });
    await rejects(api.twice(3));
    equal(await api.other(), 'served');
  });
});
