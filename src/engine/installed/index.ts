// installed/: definitions against the Python framework that is installed.

export { askArguments, type ToldArguments } from './askArguments.ts';
export type { SourceObject } from './askedObject.ts';
export { compareInstalled, type InstalledReport } from './compareInstalled.ts';
export { compareInstalledConversation } from './compareInstalledConversation.ts';
export { type DifferenceGroup, differenceGroups, type InstalledDifference } from './differences.ts';
export { hasInstalledFramework, installedFramework, triedCode } from './installedFramework.ts';
export { type InstalledText, installedTexts, type ReadSample } from './installedTexts.ts';
