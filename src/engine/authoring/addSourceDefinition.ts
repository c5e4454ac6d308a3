import { applyEdits } from '../core/applyEdits.ts';
import { isPyDict, type PyValue } from '../core/pyValue.ts';
import { appendItem } from '../json/editItems.ts';
import { members, readJson, toPython } from '../json/jsonSource.ts';
import { toDefinitionText } from '../python/index.ts';

/**
 * A definition file with one more definition, which is what a source says (`source`: `agent.py#Agent.parser`); without `text` a file
 * of its own. `undefined` where the file holds no definitions by name, is not JSON, or has one of this name already.
 */
export function addSourceDefinition(text: string | undefined, name: string, source: string): string | undefined {
  const member = new Map<string, PyValue>([[name, new Map<string, PyValue>([['source', source]])]]);
  if (text === undefined) return `${toDefinitionText(new Map([['parsers', member]]))}\n`;
  const { root, problems } = readJson(text);
  const parsers = members(root).findLast(({ key }) => key.value === 'parsers')?.value;
  if (!parsers || problems.length > 0) return undefined;
  const others = toPython(parsers, text);
  if (!isPyDict(others) || others.has(name)) return undefined;
  return applyEdits(text, appendItem(text, parsers, member));
}
