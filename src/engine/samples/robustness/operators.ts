import { listed, type RegistryEntry } from '../../core/registryEntry.ts';
import { cutOperators } from './cutOperators.ts';
import { fenceOperators } from './fenceOperators.ts';
import { jsonOperators, jsonTextOperators } from './jsonOperators.ts';
import { listOperators } from './listOperators.ts';
import { meaningOperators } from './meaningOperators.ts';
import type { MutationOperator } from './operator.ts';
import { surroundingOperators } from './surroundingOperators.ts';
import { tagOperators } from './tagOperators.ts';
import { textOperators } from './textOperators.ts';

/** Every mutation operator, in the order of reports. */
export const mutationOperators: readonly (MutationOperator & RegistryEntry)[] = listed<MutationOperator>(
  [
    ...surroundingOperators,
    ...fenceOperators,
    ...jsonOperators,
    ...jsonTextOperators,
    ...meaningOperators,
    ...tagOperators,
    ...listOperators,
    ...textOperators,
    ...cutOperators,
  ],
  ({ name, summary }) => ({ id: name, title: summary }),
);
