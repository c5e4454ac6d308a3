import { equal } from 'node:assert/strict';
import { searchedIn } from '../../../../src/cli/check/findDefinitionFiles.ts';

suite('searchedIn', () => {
  test('says the current folder, and names all others', () => {
    equal(searchedIn(['.']), 'the current folder');
    equal(searchedIn(['./', 'a', '..', 'b.parser.json']), 'the current folder, a, .., b.parser.json');
  });
});
