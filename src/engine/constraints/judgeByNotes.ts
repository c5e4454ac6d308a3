import type { SchemaNote } from '../grammar/index.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { judgeSchema, type KeywordVerdict } from './judgeSchema.ts';

/** What a grammar makes of each keyword of a schema, by the notes of the one who made it. */
export function judgeByNotes(schema: JsonSchema, notes: readonly SchemaNote[]): readonly KeywordVerdict[] {
  const byPlace = new Map(notes.map(note => [`${note.path} ${note.keyword}`, note]));
  const judged = judgeSchema(schema, { rules: [] }, '').map((each): KeywordVerdict => {
    const place = `${each.path} ${each.keyword}`;
    const note = byPlace.get(place);
    byPlace.delete(place);
    return note ?? each;
  });
  // What came together from several places stands in none of them.
  return [...judged, ...[...byPlace.values()].filter(({ verdict }) => verdict === 'dropped')];
}
