import { EngineError, type FieldPath, oneLine, parseFieldPath } from '../../engine/index.ts';
import type { Args } from '../args.ts';
import { UsageError } from '../io.ts';

/** The path of `--field`, which goes with `--jsonl`; `undefined`: none was given. Throws `UsageError`. */
export function readField(command: string, args: Args): FieldPath | undefined {
  const field = args.value('field');
  if (field === undefined) return undefined;
  if (!args.flag('jsonl')) throw new UsageError(`parserlens ${command}: --field is for the lines of --jsonl.`);
  try {
    return parseFieldPath(field);
  } catch (error) {
    if (error instanceof EngineError)
      throw new UsageError(`parserlens ${command}: --field ${oneLine(field)}: ${error.message}`);
    throw error;
  }
}
