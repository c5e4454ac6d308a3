import type { PyValue } from '../../python/value.ts';
import type { ModelReader } from './modelReader.ts';
import type { Outline, Place } from './scopes.ts';
import type { PyNode } from './syntax.ts';

/** A definition of Langroid's tools. */
export interface ReadTools {
  readonly name: string;
  readonly type: string;
  readonly config: ReadonlyMap<string, PyValue>;
  readonly node: PyNode;
  /** The node whose comment describes it. */
  readonly described: PyNode;
}

export function readTools(
  _outline: Outline,
  _models: ModelReader,
  _isMeant: (place: Place) => boolean,
  _fileName: string,
): readonly ReadTools[] {
  return [];
}
