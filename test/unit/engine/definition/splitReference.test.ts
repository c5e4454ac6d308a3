import { deepEqual } from 'node:assert/strict';
import { splitReference } from '../../../../src/engine/definition/index.ts';

suite('references to definitions', () => {
  const parts = (written: string) => {
    const { file, name } = splitReference(written);
    return name === undefined ? [file] : [file, name];
  };

  test('a name follows the first `#` behind the ending of a definition file or a source', () => {
    deepEqual(parts('agent.py#Agent.parser'), ['agent.py', 'Agent.parser']);
    deepEqual(parts('a/b.parser.json#wolf vote'), ['a/b.parser.json', 'wolf vote']);
    deepEqual(parts('agent.py#PARSERS["C#"]'), ['agent.py', 'PARSERS["C#"]']);
    deepEqual(parts('src/C#/agent.ts#parsers["a.py#b"]'), ['src/C#/agent.ts', 'parsers["a.py#b"]']);
    deepEqual(parts('C#.ipynb#cell.parser'), ['C#.ipynb', 'cell.parser']);
    deepEqual(parts('A.PY#x'), ['A.PY', 'x']);
    deepEqual(parts('a.parser.json#'), ['a.parser.json', '']);
  });

  test('without such an ending it follows the last `#`', () => {
    deepEqual(parts('agent.py'), ['agent.py']);
    deepEqual(parts('a#b.parser.json'), ['a#b.parser.json']);
    deepEqual(parts('a#b.py'), ['a#b.py']);
    deepEqual(parts('model#1#generation'), ['model#1', 'generation']);
    deepEqual(parts('-#name'), ['-', 'name']);
    deepEqual(parts(''), ['']);
  });
});
