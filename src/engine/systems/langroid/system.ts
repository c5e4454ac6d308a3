import type { System } from '../../parsers/system.ts';
import { toolMessage } from './toolMessage.ts';
import { xmlToolMessage } from './xmlToolMessage.ts';

/** Langroid. */
export const langroid: System = {
  name: 'Langroid',
  types: [toolMessage, xmlToolMessage],
};
