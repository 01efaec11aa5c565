/** What only traced modules import. */

export { createTrace } from './trace.ts';
