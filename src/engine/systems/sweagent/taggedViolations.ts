import { pointerStep } from '../../core/pointerStep.ts';
import type { PyDict } from '../../core/pyValue.ts';
import type { RefusedValue } from '../../core/refusedValue.ts';
import type { Span } from '../../core/span.ts';
import type { Violations } from '../../core/violation.ts';
import { argumentViolations, type Breach, placeViolations } from '../../validation/index.ts';
import { argumentNames } from './invoke.ts';
import type { Command } from './sweAgentCommand.ts';

/** An argument between tags: its name, and its value. */
export interface TaggedArgument {
  readonly nameSpan: Span;
  readonly inner: Span;
}

/** The arguments of a call between tags, and where they stand. */
export interface TaggedArguments {
  readonly given: PyDict;
  readonly places: ReadonlyMap<string, TaggedArgument>;
  /** The function's name, where it lacks arguments. */
  readonly nameSpan: Span;
}

/** Arguments that a command does not have or lacks: each at the name in its tag, those that are missing at the function's. */
export function refusedNames(tagged: TaggedArguments, command: Command, message: string): RefusedValue {
  return inTags(tagged, argumentViolations(tagged.given, argumentNames(command), message));
}

/** An argument that is not written as SWE-agent wants it. */
export function refusedForm(tagged: TaggedArguments, name: string, wanted: string, message: string): RefusedValue {
  const input = tagged.given.get(name) ?? null;
  const breach: Breach = { path: [name], cause: 'pattern', input, wanted, message, wants: { types: [] } };
  return inTags(tagged, place => placeViolations([breach], place));
}

function inTags({ given, places, nameSpan }: TaggedArguments, violationsIn: RefusedValue['violations']): RefusedValue {
  const violations = (): Violations => {
    const found = violationsIn({ text: '', span: nameSpan, isJson: false });
    const placed = found.violations.map(violation => {
      const place = places.get(pointerStep(violation.path.slice(1)));
      const isName = violation.cause === 'unknown-key' || violation.cause === 'key-spelling';
      return { ...violation, span: (isName ? place?.nameSpan : place?.inner) ?? nameSpan };
    });
    return { ...found, violations: placed.sort((one, other) => one.span.start - other.span.start) };
  };
  return { value: given, violations };
}
