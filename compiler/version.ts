/** The release, as package.json has it: a test keeps both constants equal to it. */
export const VERSION = '0.1.0';

/** The name by which emitted modules import the engine, as package.json has it. */
export const PACKAGE = 'portcullis-waf';
