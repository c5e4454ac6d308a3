import { equal } from 'node:assert/strict';
import {
  hasInstalledFramework,
  installedFramework,
  parserTypes,
  readDefinitions,
} from '../../../../src/engine/index.ts';

test('hasInstalledFramework says of every type what installedFramework has', () => {
  for (const { type, template } of parserTypes) {
    const [definition] = readDefinitions(template, 'x.parser.json').definitions;
    equal(hasInstalledFramework(definition!), installedFramework(definition!) !== undefined, type);
  }
});
