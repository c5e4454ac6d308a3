import { EngineError } from '../../../../src/engine/core/errors.ts';

/** What V8 says of a value that is not what the code takes it for. */
const own = /^TypeError: (?:Cannot |.* is not (?:a function|iterable|a constructor)|.* (?:null|undefined)\b)/;

/** What a question threw that it must not throw, in words; `undefined`: nothing. `other`: JavaScript's own `TypeError` is none that it may raise. */
export async function thrownBy(ask: () => unknown, mayRaise: boolean | 'other'): Promise<string | undefined> {
  try {
    await ask();
    return undefined;
  } catch (error) {
    const isRaised = error instanceof EngineError && mayRaise !== false;
    if (isRaised && !(mayRaise === 'other' && own.test(`${error.class}: ${error.message}`))) return undefined;
    const { stack = String(error) } = error as Error;
    return stack.split('\n').slice(0, 6).join('\n');
  }
}
