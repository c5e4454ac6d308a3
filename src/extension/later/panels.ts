// What is loaded when it is first used: dist/panels.js. Everything else of the extension is loaded when it starts, so nothing
// outside imports from here but through `loadPanels`.

export { addSkill } from '../assistants/addSkill.ts';
export { constraintCommand } from '../constraints/previewConstraint.ts';
export { parserRename } from '../conversations/parserRename.ts';
export { registerConversations } from '../conversations/registerConversations.ts';
export { conversionActions } from '../conversions/conversionActions.ts';
export { registerEvaluation } from '../evaluation/registerEvaluation.ts';
export { registerAddSample } from '../gettingStarted/registerAddSample.ts';
export { registerStartFromSource } from '../gettingStarted/registerStartFromSource.ts';
export { registerInstalled } from '../installed/registerInstalled.ts';
export { PreviewPanel } from '../instruction/previewPanel.ts';
export { ServingRows } from '../instruction/servingRows.ts';
export { registerInterchange } from '../interchange/registerInterchange.ts';
export { registerModels } from '../models/registerModels.ts';
export { registerNewDefinition } from '../newDefinition/registerNewDefinition.ts';
export { registerReplay } from '../replay/registerReplay.ts';
export { registerSaveAsSample } from '../responses/registerSaveAsSample.ts';
export { registerMutations } from '../robustness/registerMutations.ts';
export { registerRuns } from '../runs/registerRuns.ts';
export { registerRuntimes } from '../runtimes/registerRuntimes.ts';
export { registerSampleCommands } from '../samples/registerSampleCommands.ts';
export { registerSharing } from '../sharing/registerSharing.ts';
export { registerAskPython } from '../sources/registerAskPython.ts';
export { registerMoveSamples } from '../sources/registerMoveSamples.ts';
export { sourceProviders } from '../sources/sourceProviders.ts';
export { knowledgeLenses } from '../sources/unknownLens.ts';
export { missingFileFixes } from '../structure/missingFileFixes.ts';
