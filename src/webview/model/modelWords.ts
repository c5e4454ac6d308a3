import type { ModelStringKey } from '../../protocol/modelProtocol.ts';
import { wordsOf } from '../shared/wordsOf.ts';

/** The strings of a model's page. */
export const { Words, useWords } = wordsOf<ModelStringKey>();
