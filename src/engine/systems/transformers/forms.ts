import type { SystemForms } from '../systemForms.ts';
import { installedTransformers } from './forms/installedTransformers.ts';
import { templateExport, templateImport, tokenizerConfig, tokenizerConfigImport } from './forms/tokenizerConfigForm.ts';

/** Response templates as dictionaries of Python, and in a model’s configuration. */
export const transformersForms: SystemForms = {
  system: 'transformers',
  exports: [
    { place: 50, entry: templateExport },
    { place: 51, entry: tokenizerConfig },
  ],
  imports: [
    { place: 20, entry: templateImport },
    { place: 50, entry: tokenizerConfigImport },
  ],
  installed: () => installedTransformers,
};
