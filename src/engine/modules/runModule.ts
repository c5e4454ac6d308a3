import { EngineError, ResponseError } from '../core/errors.ts';
import type { Host, ModuleError, ModuleJob, ModuleMark, ModuleOutcome } from '../core/host.ts';
import { fromPlain, type PyValue } from '../core/pyValue.ts';

/** How long one call of a user's module may take, in milliseconds. */
const moduleLimit = 5000;

/** What a module gave, as Python would have it. What is not there `ModuleOutcome` documents. */
export interface ModuleValue
  extends Pick<Extract<ModuleOutcome, { ok: true }>, 'splits' | 'extra' | 'about' | 'warnings'> {
  readonly value: PyValue;
  readonly marks: readonly ModuleMark[];
}

/** A call of a module. `kind`: whether the export must be a function, or may be a value as well. */
export type ModuleCall = ModuleJob & { readonly kind: 'function' | 'value' };

/**
 * Runs what a user's module exports. Raises `ResponseError`: what the module throws, its place behind the message, and errors of ours, see `ModuleError`; `ModuleNotTrusted` where modules may not run, `ModuleUnavailable` where they cannot.
 */
export async function runModule(call: ModuleCall, host: Host): Promise<ModuleValue> {
  return valueOfOutcome(call, await outcomeOf(call, host));
}

/** Makes many calls, all at once where the host can: the value of each, or the error that {@link runModule} would raise. */
export async function runModules(
  calls: readonly ModuleCall[],
  host: Host,
): Promise<readonly (ModuleValue | EngineError)[]> {
  const many = host.runModule && host.runModules?.(calls.map(jobOf), moduleLimit);
  const outcomes = await many;
  const values: (ModuleValue | EngineError)[] = [];
  for (const [i, call] of calls.entries()) {
    try {
      values.push(valueOfOutcome(call, many ? outcomes?.[i] : await outcomeOf(call, host)));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      values.push(error);
    }
  }
  return values;
}

async function outcomeOf(call: ModuleCall, host: Host): Promise<ModuleOutcome | undefined> {
  if (host.runModule) return host.runModule(jobOf(call), moduleLimit);
  throw new ResponseError(
    'ModuleUnavailable',
    `Modules need Node, which there is not in a browser: open the folder in VS Code’s desktop, or use the command line. \`${call.module}\` was not run.`,
  );
}

function jobOf({ kind: _, ...job }: ModuleCall): ModuleJob {
  return job;
}

function valueOfOutcome(call: ModuleCall, outcome: ModuleOutcome | undefined): ModuleValue {
  if (!outcome)
    throw new ResponseError(
      'ModuleNotTrusted',
      `Modules run only in a trusted workspace. \`${call.module}\` was not run.`,
    );
  if (!outcome.ok) throw moduleError(call.module, outcome.error);
  if (call.kind === 'function' && !outcome.called)
    throw new ResponseError('ModuleExportError', `\`${call.export}\` of \`${call.module}\` must be a function.`);
  const { value, marks = [], warnings, splits, extra, about } = outcome;
  return {
    value: fromPlain(value),
    marks,
    ...(warnings && { warnings }),
    ...(splits && { splits }),
    ...(extra && { extra }),
    ...(about && { about }),
  };
}

function moduleError(module: string, error: ModuleError): ResponseError {
  const { class: className, message, place, stack, code, feedback, span, rawResponse, details } = error;
  const where = place ? `${place.file}:${place.line}:${place.column}` : module;
  return new ResponseError(className, `${message} (${where})`, {
    ...(place && { place }),
    ...(stack !== undefined && { stack }),
    ...(code !== undefined && { code }),
    ...(feedback !== undefined && { feedback }),
    ...(span && { span }),
    ...(rawResponse !== undefined && { rawResponse }),
    ...(details && { details }),
  });
}

/** Whether a user's module is Python, by its path. */
export function isPython(module: string): boolean {
  return /\.py$/i.test(module);
}

/** What `ModuleJob.module` says where the job brings its Python itself. */
export const sourceModule = 'parserlens-source.py';

/** What `ModuleJob.export` says where the streaming method of a Python parser is wanted, with a definition: of a text, and whether it ends there. */
export const streamedExport = 'parserlens-streamed';

/** The same where it is wanted what the class is that a definition's `parser` names: `{ schema, members? }`. */
export const describedExport = 'parserlens-described';

/**
 * A host that runs no modules of the user's, whatever asks for one. `untrusted`: they could run and may not, which is
 * another error (`ModuleNotTrusted`) than that they cannot (`ModuleUnavailable`).
 */
export function withoutModules(whole: Host, why: 'untrusted' | 'unavailable'): Host {
  const { runModule, runModules: _, ...rest } = whole;
  return runModule && why === 'untrusted' ? { ...rest, runModule: async () => undefined } : rest;
}
