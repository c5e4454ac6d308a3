import type { JinjaValue, Keywords } from './value.ts';

/** What methods, filters and tests need of the template that is rendered. */
export interface Context {
  /** Whether what is undefined is a `StrictUndefined`. */
  readonly isStrict: boolean;
  /** Pays for work. Raises `TemplateError` when there was too much of it. */
  spend(cost: number): void;
  /** `object.name`. */
  attribute(object: JinjaValue, name: string): JinjaValue;
  /** `object[key]`. */
  item(object: JinjaValue, key: JinjaValue): JinjaValue;
  /** Applies a filter by its name. */
  filter(name: string, value: JinjaValue, args: readonly JinjaValue[], keywords: Keywords): JinjaValue;
  /** Applies a test by its name. */
  test(name: string, value: JinjaValue, args: readonly JinjaValue[], keywords: Keywords): boolean;
  /** Whether there is a filter, or a test, of that name. */
  has(kind: 'filter' | 'test', name: string): boolean;
}
