import type { EvaluationPageMemory, EvaluationToHost } from '../../protocol/evaluationProtocol.ts';
import { acquireVsCode } from '../shared/page.ts';

/** The webview's line to VS Code; it may be asked for once only. */
export const vscodeApi = acquireVsCode<EvaluationToHost, EvaluationPageMemory>();
