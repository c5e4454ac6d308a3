import { l10n } from 'vscode';
import type { PreviewStrings } from '../../protocol/instructionProtocol.ts';
import { constraintStrings } from '../constraints/constraintStrings.ts';
import { robustnessStrings } from '../robustness/robustnessStrings.ts';

/** The preview's words in the user's language. */
export function previewStrings(): PreviewStrings {
  return {
    ...robustnessStrings(),
    ...constraintStrings(),
    added: l10n.t('Added since the last save'),
    anyKey: l10n.t('any key'),
    anyOtherKey: l10n.t('any other key'),
    compareRuntimes: l10n.t('Compare Runtimes'),
    content: l10n.t('content'),
    copied: l10n.t('Copied'),
    copy: l10n.t('Copy'),
    definition: l10n.t('Definition'),
    destinations: l10n.t('Where Each Key Goes'),
    estimate: l10n.t('{0}, estimate', '{0}'),
    failed: l10n.t('Failed'),
    goToError: l10n.t('Go to the error'),
    goesNowhere: l10n.t('goes nowhere'),
    instruction: l10n.t('Format Instruction'),
    key: l10n.t('key'),
    lastGood: l10n.t('The preview shows the last version that could be read.'),
    ofBefore: l10n.t('from before the error'),
    manageTrust: l10n.t('Manage Workspace Trust'),
    marksEnd: l10n.t('Marks are shown in the first {0} characters.', '{0}'),
    memory: l10n.t('memory'),
    metadata: l10n.t('metadata'),
    moreKeys: l10n.t('{0} more keys', '{0}'),
    open: l10n.t('Open as Document'),
    partly: l10n.t('The first {0} of {1} characters are shown.', '{0}', '{1}'),
    passed: l10n.t('Passed'),
    raised: l10n.t('The framework raises an error instead of giving an instruction:'),
    moduleRaised: l10n.t('The module gives no instruction:'),
    notRun: l10n.t('not run: this workspace is not trusted'),
    skipped: l10n.t('Skipped'),
    askPython: l10n.t('Ask Python'),
    askAgain: l10n.t('Ask Again'),
    unknown: l10n.t('Known only when the program runs:'),
    unknownHere: l10n.t('Known only when the program runs'),
    removed: l10n.t('Removed since the last save: {0}', '{0}'),
    replaced: l10n.t('At the last save: {0}', '{0}'),
    required: l10n.t('required'),
    samples: l10n.t('Samples'),
    samplesPass: l10n.t('{0} of {1} pass', '{0}', '{1}'),
    tokenColors: l10n.t('Show Tokens in Color'),
    tokens: l10n.t('{0} tokens', '{0}'),
    views: l10n.t('What the Model Is Sent'),
    whitespace: l10n.t('Show Whitespace'),
  };
}
