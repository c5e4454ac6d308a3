import { pyRepr } from '../repr.ts';
import { usesName } from './checkNames.ts';
import { Frame } from './frame.ts';
import { JinjaError } from './jinjaError.ts';
import type { Expression, Parameter, Statement } from './node.ts';
import { type JinjaValue, type Keywords, PyFunction, PyTuple, Undefined } from './value.ts';

/** What a macro needs of the interpreter that runs it. `capture` gives what a body prints; `nested` raises for calls that go too deep. */
export interface MacroRunner {
  readonly isStrict: boolean;
  evaluate(expression: Expression, frame: Frame): JinjaValue;
  capture(body: readonly Statement[], frame: Frame): JinjaValue;
  nested<T>(run: () => T): T;
}

interface MacroBody {
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
}

/** A macro, or the body of a `call`, as a function with the attributes of Jinja's `Macro`. Its calls raise Jinja's `TypeError`s. */
export function macro(name: string, { parameters, body }: MacroBody, frame: Frame, runner: MacroRunner): PyFunction {
  const names = parameters.map(parameter => parameter.name);
  const catches = { caller: false, kwargs: false, varargs: false };
  for (const special of ['caller', 'kwargs', 'varargs'] as const)
    catches[special] = !names.includes(special) && usesName(body, special);
  const attributes = new Map<string, JinjaValue>([
    ['name', name],
    ['arguments', new PyTuple(names)],
    ['catch_kwargs', catches.kwargs],
    ['catch_varargs', catches.varargs],
    ['caller', catches.caller],
  ]);
  const call = (args: readonly JinjaValue[], keywords: Keywords) =>
    runner.nested(() => {
      const inner = new Frame(frame);
      const rest = new Map(keywords);
      // Arguments are bound before a default is looked at.
      const bound = parameters.map((parameter, i) => {
        if (i < args.length) return args[i];
        const given = rest.get(parameter.name);
        rest.delete(parameter.name);
        return given;
      });
      const caller = rest.get('caller') ?? new Undefined('No caller defined', runner.isStrict);
      if (catches.caller) rest.delete('caller');
      if (!catches.kwargs) refuseKeywords(name, rest);
      if (!catches.varargs && args.length > names.length)
        throw new JinjaError('TypeError', `macro ${pyRepr(name)} takes not more than ${names.length} argument(s)`);
      for (const [i, parameter] of parameters.entries())
        inner.set(parameter.name, bound[i] !== undefined ? bound[i] : defaultOf(parameter, inner, runner));
      if (catches.caller) inner.set('caller', caller);
      if (catches.kwargs) inner.set('kwargs', new Map<JinjaValue, JinjaValue>(rest));
      if (catches.varargs) inner.set('varargs', new PyTuple(args.slice(names.length)));
      return runner.capture(body, inner);
    });
  return new PyFunction(`<Macro ${pyRepr(name)}>`, call, attributes);
}

function defaultOf(parameter: Parameter, frame: Frame, { isStrict, evaluate }: MacroRunner): JinjaValue {
  if (parameter.default) return evaluate(parameter.default, frame);
  return new Undefined(`parameter ${pyRepr(parameter.name)} was not provided`, isStrict);
}

function refuseKeywords(name: string, keywords: Keywords): void {
  const [first] = keywords.keys();
  if (first === undefined) return;
  throw new JinjaError(
    'TypeError',
    first === 'caller'
      ? `macro ${pyRepr(name)} was invoked with two values for the special caller argument. This is most likely a bug.`
      : `macro ${pyRepr(name)} takes no keyword argument ${pyRepr(first)}`,
  );
}
