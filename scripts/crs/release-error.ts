/** The error for a release that cannot be fetched; its message is shown to the operator. */
export class ReleaseError extends Error {}
