import { createParser, type ModelMessage, readDefinitions } from '../../../src/engine/index.ts';
import { feedbackMembers, feedbackText } from '../../../src/service/feedbackText.ts';

/** A schema that an answer breaks in many members. */
export const schema = {
  title: 'Review',
  type: 'object',
  required: ['mood'],
  properties: {
    mood: { enum: ['good', 'bad'] },
    stars: { type: 'integer', maximum: 5 },
    tags: { type: 'array', items: { type: 'string' } },
    author: {
      type: 'object',
      title: 'Author',
      properties: { name: { type: 'string' }, 'how old': { type: 'integer' } },
    },
    either: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
  },
};
/** That answer. */
export const answer = JSON.stringify({
  stars: 9,
  tags: ['a', 1, 2],
  author: { name: 3, 'how old': 'x' },
  either: 'maybe',
});

/** Each member with the end of the line, or of the words, that speaks of it. */
export async function told(definition: object, response: string | ModelMessage): Promise<readonly string[]> {
  const [read] = readDefinitions(JSON.stringify(definition), 'x.parser.json').definitions;
  const result = await createParser(read!).parse(response);
  const text = feedbackText(result)!;
  return feedbackMembers(result).map(({ path, offset }) => {
    const before = text.slice(0, offset).split(/\\n|\n/);
    return `${path} | ${before.at(-2)?.trim()} | ${before.at(-1)?.trim()}`;
  });
}

/** Pydantic names the member on the line before what it says of it. */
export const pydantic = [
  '/mood | mood | Field required',
  '/stars | stars | Input should be less than or equal to 5',
  '/tags/1 | tags.1 | Input should be a valid string',
  '/tags/2 | tags.2 | Input should be a valid string',
  '/author/name | author.name | Input should be a valid string',
  '/author/how old | author.how old | Input should be a valid integer, unable to parse string as an integer',
];
