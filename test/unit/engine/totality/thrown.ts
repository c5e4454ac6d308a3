import { EngineError } from '../../../../src/engine/index.ts';

/** What a question threw that it must not throw, in words; `undefined`: nothing. */
export async function thrownBy(ask: () => unknown, mayRaise: boolean): Promise<string | undefined> {
  try {
    await ask();
    return undefined;
  } catch (error) {
    if (mayRaise && error instanceof EngineError) return undefined;
    const { stack = String(error) } = error as Error;
    return stack.split('\n').slice(0, 6).join('\n');
  }
}
