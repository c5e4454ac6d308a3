import { equal } from 'node:assert/strict';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { hasInstalledFramework, installedFramework } from '../../../../src/engine/installed/index.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';

test('hasInstalledFramework says of every type what installedFramework has', () => {
  for (const { type, template } of parserTypes) {
    const [definition] = readDefinitions(template, 'x.parser.json').definitions;
    equal(hasInstalledFramework(definition!), installedFramework(definition!) !== undefined, type);
  }
});
