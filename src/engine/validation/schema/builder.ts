import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { anyField } from '../fieldTypes/simpleFields.ts';
import type { Validator } from '../validator.ts';
import type { SchemaPath } from './schemaReader.ts';

/** What the parts of the schema compiler share. */
export interface Builder {
  /** The validator of a schema at a path. What cannot be understood is reported and accepts anything. */
  build(schema: PyValue | undefined, path: SchemaPath): Validator;
  /** The validator of what a `$ref` leads to; each is built once. One that leads nowhere is reported and accepts anything. */
  buildReference(ref: PyValue, path: SchemaPath): Validator;
  /** The schema that a chain of `$ref`s leads to; `undefined` where it leads nowhere. */
  resolve(schema: PyValue): PyDict | undefined;
  /** Reports something that Pydantic would not accept, or that cannot be honoured here; `nearest` as in {@link SchemaProblem}. */
  report(path: SchemaPath, message: string, kind?: 'refused', nearest?: string): void;
  /** Counts parts that are about to be built at a path; `false` where the schema has no more to spend, which is reported once. */
  spend(parts: number, path: SchemaPath): boolean;
  /** Reports the keywords of a schema that say something about its values, except those that the validator `heeds`. */
  reportUnchecked(schema: PyDict, heeds: readonly string[], path: SchemaPath): void;
}

/** Reports something that cannot be understood; its validator accepts anything. */
export function reportUnknown(builder: Builder, path: SchemaPath, message: string, kind?: 'refused'): Validator {
  builder.report(path, message, kind);
  return anyField;
}
