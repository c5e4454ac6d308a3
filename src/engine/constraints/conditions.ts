/** When rules hold: all conditions by name. */

export * from './conditions/condition.ts';
export * from './conditions/generalConditions.ts';
export * from './conditions/generalConditions.ts';
export * from './conditions/objectConditions.ts';
export * from './conditions/objectConditions.ts';
export * from './conditions/rangeConditions.ts';
export * from './conditions/stringConditions.ts';
