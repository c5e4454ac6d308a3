import type { ParserType } from '../../../../../src/engine/parsers/parserType.ts';

/** What the toy's types are made of. */
type ToyType = Pick<ParserType, 'type' | 'summary' | 'want' | 'template' | 'answer' | 'create'> &
  Partial<Pick<ParserType, 'keys' | 'filters' | 'authoring' | 'schemas'>> & { readonly example: string };

/** A parser type of the toy. */
export function toyType({ example, keys = {}, filters = false, ...type }: ToyType): ParserType {
  return {
    system: 'Toy',
    documentation: `${type.summary}.`,
    keys,
    filters,
    responses: { example: () => example },
    ...type,
  };
}
