/** Why a release cannot be had; the message is what the operator reads. */
export class ReleaseError extends Error {}
