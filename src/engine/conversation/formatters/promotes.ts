import type { AgentScopeRelease } from '../../core/agentscopeReleases.ts';

/** A kind of media that can be promoted out of tool results. */
export type PromotedKind = 'image' | 'audio' | 'video';

/** The releases in which a formatter got its options. Absent: it has none. */
export type Promotes = Readonly<Partial<Record<PromotedKind, AgentScopeRelease>>>;
