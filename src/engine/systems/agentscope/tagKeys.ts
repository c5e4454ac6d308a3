import { addTo } from '../../core/addTo.ts';
import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { documentationOf, withList } from '../../parsers/shared/keyNames.ts';
import type { KeyPlace, ValueKeys } from '../../parsers/shared/valueKeys.ts';

/** The keys of a `MultiTaggedContentParser`'s value: the names of its tags and nothing else. */
export function tagKeys({ config }: DefinitionSource): ValueKeys {
  const tags = config.get('tagged_contents');
  const places = new Map<string, KeyPlace[]>();
  const hints = new Map<string, PyValue>();
  // Tags that are not written yet, or not as the class wants them, may bring any name.
  let open = !isPyList(tags) || tags.length === 0;
  for (const [i, tag] of (isPyList(tags) ? tags : []).entries()) {
    const name = isPyDict(tag) ? tag.get('name') : undefined;
    if (isPyDict(tag) && typeof name === 'string') {
      addTo(places, name, { path: ['tagged_contents', i, 'name'], of: 'value' });
      hints.set(name, tag.get('content_hint') ?? '');
    } else open = true;
  }
  const keys = [...places].map(([name, declarations]) => ({
    name,
    declarations,
    references: [],
    required: true,
    ...documentationOf(hints.get(name)),
  }));
  return {
    keys: withList(keys, config, { list: 'keys_allow_missing', required: false, open }),
    open,
    exact: !open,
    lists: ['keys_allow_missing'],
  };
}
