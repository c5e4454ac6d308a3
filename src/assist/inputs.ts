import { z } from 'zod';
import { mostTokens } from './cutAnswer.ts';

/** Inputs that several tools take, described once. */
export const definitionInput = z
  .string()
  .describe('FILE#NAME (#NAME only if the file has several), or the JSON text of a definition');

/** The largest answer, in tokens. */
export const maxTokensInput = z
  .int()
  .min(200)
  .max(mostTokens)
  .optional()
  .describe('size limit of the answer, default 4000');

/** Where a log's rows have their response. */
export const fieldInput = z
  .string()
  .optional()
  .describe('where rows have the response, if not guessed: choices[0].message.content');
