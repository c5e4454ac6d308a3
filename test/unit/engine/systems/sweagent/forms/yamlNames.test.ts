import assert from 'node:assert/strict';
import { importDefinitions, importFormats } from '../../../../../../src/engine/interchange/index.ts';

for (const extension of ['.yaml', '.yml'])
  test(`a file *${extension} may hold a configuration of SWE-agent or of mini-SWE-agent`, () => {
    const titles = importFormats.flatMap(({ id, title }) => (/^(?:sweagent|mini-swe-agent)$/.test(id) ? [title] : []));
    const { problems } = importDefinitions('', undefined, `x${extension}`);
    assert.equal(problems[0]!.message, `There is nothing here that can be imported (${titles.join(', ')}).`);
  });
