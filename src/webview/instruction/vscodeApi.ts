import type { PreviewMemory, PreviewToHost } from '../../protocol/instructionProtocol.ts';
import { acquireVsCode } from '../shared/page.ts';

/** This page's line to VS Code. */
export const vscodeApi = acquireVsCode<PreviewToHost, PreviewMemory>();
