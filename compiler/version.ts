/** The release. A test keeps both constants equal to package.json. */
export const VERSION = '0.1.0';

/** The package name by which emitted modules import the engine. */
export const PACKAGE = 'portcullis-waf';
