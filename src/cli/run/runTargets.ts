import { fromPlain, type PyDict, type PyValue } from '../../engine/index.ts';
import { keyFor, keyIn } from '../../providers/keyFor.ts';
import { type ModelAddress, ModelAddressError, readModelAddress } from '../../providers/modelAddress.ts';
import type { ModelPrice } from '../../providers/usageTally.ts';
import type { Args } from '../command.ts';
import { type Io, UsageError } from '../io.ts';

/** A model with its key. */
export interface Target {
  readonly address: ModelAddress;
  readonly key?: string;
  readonly parameters: PyDict;
  /** What holds it to the definition's format, a part of the request's body. */
  readonly constraint?: PyDict;
}

/** The models of `--model`, with what goes to each. Throws `UsageError`. */
export function readTargets(args: Args, io: Io): readonly Target[] {
  const written = args.values('model');
  if (written.length === 0)
    throw new UsageError('parserlens run: Name a model: --model http://127.0.0.1:11434/v1#llama3.');
  const variable = args.value('api-key-env');
  if (variable !== undefined && keyIn(io.env[variable]) === undefined)
    throw new UsageError(`parserlens run: --api-key-env ${variable}: there is no such variable, or it is empty.`);
  const parameters: PyDict = new Map(args.values('param').map(readParameter));
  return written.map(each => {
    try {
      const address = readModelAddress(each);
      const key = keyFor(address, io.env, variable);
      return { address, parameters, ...(key !== undefined && { key }) };
    } catch (error) {
      // The address is not repeated: it may hold a password.
      if (error instanceof ModelAddressError) throw new UsageError(`parserlens run: --model: ${error.message}`);
      throw error;
    }
  });
}

function readParameter(written: string): readonly [string, PyValue] {
  const [, name = '', text = ''] = /^([A-Za-z_][\w-]*)=(.*)$/s.exec(written) ?? [];
  if (name === '')
    throw new UsageError(`parserlens run: --param ${written}: write NAME=JSON, such as temperature=0.2.`);
  return [name, jsonOrText(text)];
}

/** JSON, or what is not JSON as the text that it is. */
function jsonOrText(text: string): PyValue {
  try {
    return fromPlain(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The prices of `--price MODEL=IN/OUT`, by model. Throws `UsageError`. */
export function readPrices(written: readonly string[]): Readonly<Record<string, ModelPrice>> {
  return Object.fromEntries(
    written.map(each => {
      const [, model, input, output] = /^(.+)=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(each) ?? [];
      if (model === undefined)
        throw new UsageError(`parserlens run: --price ${each}: write MODEL=IN/OUT, such as gpt-4o=2.5/10.`);
      return [model, { input: Number(input), output: Number(output) }];
    }),
  );
}
