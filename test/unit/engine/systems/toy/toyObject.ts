import * as z from 'zod';
import { ResponseError } from '../../../../../src/engine/core/errors.ts';
import { isPyDict, type PyDict } from '../../../../../src/engine/core/pyValue.ts';
import { jsonValueSpan } from '../../../../../src/engine/json/jsonSpans.ts';
import { jsonFields } from '../../../../../src/engine/parsers/shared/fields.ts';
import { jsonLoads } from '../../../../../src/engine/python/index.ts';
import { toyType } from './toyType.ts';

/** A JSON object, and nothing around it: its schema is known, and no grammar. */
export const toyObject = toyType({
  type: 'ToyObject',
  summary: 'A JSON object that a schema describes',
  want: 'json',
  answer: '{"mood": "calm"}',
  example: '{"mood": "calm"}',
  keys: { content_schema: z.record(z.string(), z.unknown()).describe('The JSON Schema of the object.').optional() },
  template:
    '{\n  "type": "ToyObject",\n  "description": "A mood",\n  "content_schema": {\n    "type": "object",\n    "properties": { "mood": { "type": "string" } }\n  }\n}\n',
  schemas: {
    valueSchema({ config }) {
      const schema = config.get('content_schema') ?? null;
      const known: PyDict = isPyDict(schema) ? schema : new Map();
      return { schema: known, key: 'content_schema', losses: [] };
    },
  },
  create: () => ({
    instruction: () => [{ text: 'Answer with a JSON object.' }],
    read({ text }) {
      const given = text ?? '';
      const { ok, value = null } = { value: undefined, ...jsonLoads(given) };
      if (!ok || !isPyDict(value)) throw new ResponseError('ToyError', 'There is no object.');
      return { value, fields: jsonFields(given, jsonValueSpan(given, 0, given.length), value) };
    },
  }),
});
