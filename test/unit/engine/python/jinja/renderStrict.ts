import assert from 'node:assert/strict';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { renderJinja } from '../../../../../src/engine/python/jinja/jinjaTemplate.ts';

/** What a template prints with `StrictUndefined`, or the class and message of what it raises. */
export function renderStrict(template: string): string {
  try {
    return renderJinja(template, new Map(), { strict: true });
  } catch (error) {
    assert(error instanceof EngineError);
    return `${error.class}: ${error.message}`;
  }
}
