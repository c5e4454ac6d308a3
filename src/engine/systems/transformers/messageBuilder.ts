import { EngineError, ResponseError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { pyRepr, pyTruth } from '../../python/index.ts';
import type { ResponseTemplate, TemplateField } from './responseTemplate.ts';

/** The message that the regions of an answer make. */
export class MessageBuilder {
  readonly #template: ResponseTemplate;
  readonly #output: Map<string, PyValue>;
  /** Lists made here: those of the defaults are left alone. */
  readonly #ownLists = new Set<string>();

  constructor(template: ResponseTemplate) {
    this.#template = template;
    this.#output = new Map(template.defaults);
  }

  /** The message so far. */
  get output(): PyDict {
    return this.#output;
  }

  /** Adds the value of a region. Raises what transformers raises where it cannot be joined or appended. */
  store({ name, join, repeats }: TemplateField, value: PyValue): void {
    const before = this.#output.get(name) ?? null;
    if (join !== undefined) {
      if (typeof value !== 'string')
        throw new EngineError(
          'ValueError',
          `Field '${name}': 'join' requires each match to parse to a string, got ${pyTypeName(value)}.`,
        );
      if (before !== null && typeof before !== 'string') throw cannotJoin(before);
      this.#output.set(name, before === null ? value : before + join + value);
    } else if (!pyTruth(repeats)) this.#output.set(name, value);
    else if (!this.#output.has(name)) {
      this.#ownLists.add(name);
      this.#output.set(name, [value]);
    } else {
      if (!isPyList(before))
        throw new EngineError('AttributeError', `'${pyTypeName(before)}' object has no attribute 'append'`);
      if (this.#ownLists.has(name)) (before as PyValue[]).push(value);
      else this.#output.set(name, [...before, value]);
      this.#ownLists.add(name);
    }
  }

  /** The message at the end: without keys that are empty and not among the defaults. Raises `ValueError` where one that must be there is missing. */
  finish(): PyDict {
    const { fields, defaults } = this.#template;
    const missing = [...fields.values()]
      .filter(field => !pyTruth(field.optional) && !this.#output.has(field.name))
      .map(field => field.name);
    if (missing.length > 0)
      throw new ResponseError(
        'ValueError',
        `Required response_template fields missing from parsed output: ${pyRepr(missing)}`,
      );
    for (const [key, value] of [...this.#output])
      if (!defaults.has(key) && isEmptyValue(value)) this.#output.delete(key);
    return this.#output;
  }
}

function cannotJoin(before: PyValue): EngineError {
  if (isPyList(before)) return new EngineError('TypeError', 'can only concatenate list (not "str") to list');
  return new EngineError('TypeError', `unsupported operand type(s) for +: '${pyTypeName(before)}' and 'str'`);
}

/** What an answer's message is left without: `None`, and empty texts, lists and dicts. */
export function isEmptyValue(value: PyValue): boolean {
  return (
    value === null || value === '' || (isPyList(value) && value.length === 0) || (isPyDict(value) && value.size === 0)
  );
}
