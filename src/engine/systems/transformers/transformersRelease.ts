import type { PyDict } from '../../core/pyValue.ts';

/** The releases of transformers that read differently, the newest first: what a definition's key `transformers` names. */
export const transformersReleases = ['5.18', '5.17'] as const;

/** One of {@link transformersReleases}. */
export type TransformersRelease = (typeof transformersReleases)[number];

/** The release that counts where none is named. */
export const newestTransformers: TransformersRelease = transformersReleases[0];

/** The release that a definition names: the newest where it names none of these. */
export function releaseOf(config: PyDict): TransformersRelease {
  return transformersReleases.find(release => release === config.get('transformers')) ?? newestTransformers;
}

/** The release of a full version, such as `5.17.0`: the newest where it is none of these. */
export function releaseOfVersion(version: unknown): TransformersRelease {
  return transformersReleases.find(release => String(version).startsWith(release)) ?? newestTransformers;
}
