/** The error for a release that cannot be fetched; the operator reads its message. */
export class ReleaseError extends Error {}
