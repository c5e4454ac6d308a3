import { describe, Failure, maxCharacters, toData } from './toData.ts';

/** A call of a function of the user's own. */
export interface Call {
  /** Of the module. */
  readonly url: string;
  /** Of the export. Absent: the answer lists the exports. */
  readonly name?: string;
  readonly args: readonly unknown[];
  readonly context: object;
}

/** What became of a call. */
export type CallAnswer =
  | { readonly value: unknown; readonly called: boolean; readonly marks?: readonly unknown[] }
  | { readonly thrown: unknown; readonly loading?: true };

type Callable = (...args: readonly unknown[]) => unknown;

const maxMarks = 100_000;

/** Imports the module and calls its export. Rejects with `Failure`, or with what reading the value throws. */
export async function runCall({ url, name, args, context }: Call): Promise<CallAnswer> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await import(url);
  } catch (error) {
    return { thrown: describe(error), loading: true };
  }
  const exported = Object.keys(module);
  if (name === undefined) return { value: { m: exported.flatMap(key => [key, typeof module[key]]) }, called: false };
  if (!Object.hasOwn(module, name)) {
    const names = exported.slice(0, 50).map(key => `\`${key}\``);
    const others = names.length === 0 ? 'It exports nothing.' : `It exports ${names.join(', ')}.`;
    throw new Failure('ModuleExportError', `It exports no \`${name}\`. ${others}`);
  }
  if (typeof module[name] !== 'function') return { value: toData(module[name], name), called: false };
  const { marks, field, flood } = noteFields();
  let value: unknown;
  try {
    value = await (module as Readonly<Record<string, Callable>>)[name]?.(...args, { ...context, field });
  } catch (error) {
    const flooded = flood();
    if (flooded && error === flooded) throw new Failure('ModuleValueError', flooded.message);
    return { thrown: describe(error) };
  }
  const flooded = flood();
  if (flooded) throw new Failure('ModuleValueError', flooded.message);
  if (value === undefined)
    throw new Failure('ModuleValueError', `\`${name}\` returned nothing. Return \`null\` if that is the value.`);
  return { value: toData(value, `\`${name}\``), called: true, marks };
}

/** `context.field`, what it was called with (three items for each call), and what it throws once that is too much. */
function noteFields() {
  const marks: unknown[] = [];
  let characters = 0;
  let flood: RangeError | undefined;
  const field = (key: unknown, start: unknown, end: unknown): void => {
    if (flood) throw flood;
    const text = String(key);
    characters += text.length;
    if (marks.length >= 3 * maxMarks)
      flood = new RangeError(`\`context.field\` was called more than ${maxMarks} times.`);
    else if (characters > maxCharacters)
      flood = new RangeError(`\`context.field\` was given keys of more than ${maxCharacters} characters.`);
    if (flood) throw flood;
    marks.push(text, Number(start), Number(end));
  };
  return { marks, field, flood: () => flood };
}
