import type { Definition } from '../parsers/definition.ts';
import { readDefinitions } from './readDefinitions.ts';

/** A definition as it stands in an edited text of its file, found by its place; `undefined`: nothing stands there. Never throws. */
export function readAgain({ source, path }: Definition, text: string): Definition | undefined {
  const place = path.join('\n');
  return readDefinitions(text, source.file).definitions.find(each => each.path.join('\n') === place);
}
