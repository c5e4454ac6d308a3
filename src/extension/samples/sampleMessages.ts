import * as vscode from 'vscode';
import type { JudgedSample } from '../../service/samplesService.ts';
import type { LineRange, SampleRow } from '../../views/sampleListing.ts';

/** What `testing/message/…` menus ask for, where *Update Expectation* helps. */
const expectationContext = 'parserlensExpectation';

/** A place as VS Code has it. */
export function placeRange([line, character, endLine, end]: LineRange): vscode.Range {
  return new vscode.Range(line, character, endLine, end);
}

/** Where a failure stands: at the part that is not as expected, else at the expectation as a whole. */
export function failurePlace(row: SampleRow, part: JudgedSample['parts'][number] | undefined): LineRange {
  return (part && row.parts[part]) ?? row.head;
}

/** A failure in the Test Explorer's form: one message for each part that differs, with its difference. */
export function testMessages(uri: vscode.Uri, row: SampleRow, judged: JudgedSample): vscode.TestMessage[] {
  const at = (part?: JudgedSample['parts'][number]) => new vscode.Location(uri, placeRange(failurePlace(row, part)));
  const { message, differences, verdict } = judged;
  if (differences.length === 0) {
    const only = new vscode.TestMessage(message);
    only.location = at();
    if (verdict === 'fail') only.contextValue = expectationContext;
    return [only];
  }
  return differences.map(({ part, expected, actual }, i) => {
    // The first says all in a sentence, with the class of the error where there is one.
    const words = i === 0 ? message : vscode.l10n.t('{0} is not as expected.', part);
    const one = vscode.TestMessage.diff(words, expected, actual);
    one.location = at(part);
    one.contextValue = expectationContext;
    return one;
  });
}
