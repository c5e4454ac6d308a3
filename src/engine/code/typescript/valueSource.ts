import type { Definition } from '../../parsers/definition.ts';
import type { Names } from './names.ts';
import { ZodSource } from './zodSource.ts';

/** The zod source of a value, with the constants that it names. */
export interface ValueSource {
  readonly expression: string;
  readonly constants: readonly string[];
}

/** The zod schema of what a definition gives: as exact as the definition says, never refusing what its parser gives. */
export function valueSource({ parserType, source }: Definition, names: Names): ValueSource {
  const result = parserType.schemas?.result?.(source);
  if (!result) return { expression: 'z.unknown()', constants: [] };
  const { schemas, isList = false } = result;
  const indent = isList ? (schemas.length > 1 ? '    ' : '  ') : '';
  const constants: string[] = [];
  const expressions = schemas.map(schema => {
    const zod = new ZodSource(schema, names);
    const expression = zod.expression(schema, indent);
    constants.push(...zod.constants);
    return expression;
  });
  const [one = 'z.never()'] = expressions;
  const value = expressions.length > 1 ? `z.union([\n    ${expressions.join(',\n    ')},\n  ])` : one;
  if (!isList) return { expression: value, constants };
  return { expression: schemas.length === 0 ? 'z.array(z.never())' : `z.array(\n  ${value},\n)`, constants };
}
