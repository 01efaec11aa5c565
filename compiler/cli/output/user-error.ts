/** A failure that the user can mend, such as a folder that cannot be written to; the message says how. It ends the command with exit code 2. */
export class UserError extends Error {}
