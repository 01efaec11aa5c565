/** The curl command is wrong, or names a file that cannot be read. parse-curl.ts turns this error into a message. */
export class CurlError extends Error {}
