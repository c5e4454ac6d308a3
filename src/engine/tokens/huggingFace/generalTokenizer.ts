import { EngineError } from '../../core/errors.ts';
import type { Host, TokenizerFiles } from '../../core/host.ts';
import { libraryTokenizer } from './libraryTokenizer.ts';
import type { TextCounter } from './tokenizer.ts';

/** How long a tokenizer may take for any text, in milliseconds, and how many UTF-16 units it may take one more for. */
const baseMs = 5000;
const unitsPerMs = 100;

/**
 * The tokenizer of any `tokenizer.json`. It runs apart, where the host can do that: its patterns may never end, and its
 * rules may fill the memory. Where the host cannot, only one without patterns is run. Rejects with `EngineError` for
 * one that cannot be run.
 */
export async function generalTokenizer(files: TokenizerFiles, host: Host): Promise<TextCounter> {
  const { countTokens } = host;
  if (!countTokens) {
    if (hasPattern(files.json))
      throw new EngineError(
        'TokenizerError',
        'This tokenizer has patterns of its own. They run in a process, which there is not in a browser: open the folder in VS Code’s desktop, or use the command line.',
      );
    return libraryTokenizer(files);
  }
  const count = async (text: string, isPlain: boolean): Promise<number> => {
    const limitMs = baseMs + Math.ceil(text.length / unitsPerMs);
    const outcome = await countTokens({ files, text, isPlain }, limitMs);
    if (outcome.ok) return outcome.count;
    throw new EngineError(outcome.error.class, outcome.error.message);
  };
  // Whether it can be read at all is known before anything is counted.
  await count('', false);
  return { count: text => count(text, false), countPlain: text => count(text, true) };
}

/** Whether a value has a `Regex` anywhere; of what is nested deeper than any tokenizer, one is assumed. */
function hasPattern(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > 20) return true;
  return Object.entries(value).some(([key, each]) => key === 'Regex' || hasPattern(each, depth + 1));
}
