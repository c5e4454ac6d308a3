import {
  type Constraint,
  constrain,
  type Definition,
  EngineError,
  fromPlain,
  namedEngine,
  oneLine,
  type PyDict,
  visible,
} from '../../engine/index.ts';
import type { Args } from '../command.ts';
import { type Io, tell, UsageError } from '../io.ts';
import type { RunTask } from './loadRuns.ts';

/** How much of a constraint is shown before it is sent, in UTF-16 units; `--show` prints all of it. */
const maxShown = 4000;

/**
 * The part of the requests' bodies that holds the model to the definition, for the engine of `--constrain`, shown on standard
 * error first; `undefined`: the option is not there. Throws `UsageError` where there is none, or it is not proved.
 */
export async function constraintOfRuns(planned: readonly RunTask[], args: Args, io: Io): Promise<PyDict | undefined> {
  const named = args.value('constrain');
  if (named === undefined) return undefined;
  const { definition } = planned[0]!.start;
  const made = await constraintOf(definition, named, io);
  const { engine, request, counterexample, refuses } = made;
  if (!request)
    throw usage(`${engine} is a library and has no requests: name the server that runs it, such as vllm or sglang.`);
  if (counterexample) throw usage(`the constraint is not proved: ${oneLine(JSON.stringify(counterexample.text))}.`);
  if (refuses.length > 0)
    throw usage(
      `${engine} refuses ${refuses.map(({ keyword }) => `\`${keyword}\``).join(', ')}: the request would fail.`,
    );
  await show(made, io);
  return fromPlain(request) as PyDict;
}

async function constraintOf(definition: Definition, named: string, io: Io): Promise<Constraint> {
  try {
    return await constrain(definition, namedEngine(named), io.host);
  } catch (error) {
    if (error instanceof EngineError) throw usage(error.message);
    throw error;
  }
}

async function show({ engine, form, text, drops, sentences }: Constraint, io: Io): Promise<void> {
  const proof = sentences === undefined ? '' : `, proved by ${sentences} sentences`;
  await tell(io.stderr, `constrained for ${engine} (${form}${proof}):\n`);
  const excerpt = text.length > maxShown ? `${text.slice(0, maxShown)}…\n` : text;
  await tell(io.stderr, visible(excerpt.endsWith('\n') ? excerpt : `${excerpt}\n`));
  const names = [...new Set(drops.map(({ keyword }) => keyword))];
  if (names.length > 0) await tell(io.stderr, `The parser must still check: ${names.join(', ')}.\n`);
}

function usage(message: string): UsageError {
  return new UsageError(oneLine(`parserlens run: --constrain: ${message}`));
}
