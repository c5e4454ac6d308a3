/** `Error`, where an engine lets its program say how many frames errors note: to note them takes ten times as long as to make an error. */
export const stackLimit = Error as { stackTraceLimit?: number | undefined };
