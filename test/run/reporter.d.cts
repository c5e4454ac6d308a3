import type { reporters } from 'mocha';

declare const Reporter: typeof reporters.Base;
export = Reporter;
