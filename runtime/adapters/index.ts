/** `portcullis-waf`: the rules as a function, for hosts without an adapter. */

export type { CompiledWaf, Header, RuleMatch } from '#engine/host/compiled-waf.ts';
export type { HostServices } from '#engine/host/host-services.ts';
export type { AuditRecord } from '#engine/log/audit-types.ts';
export { formatAuditRecord } from '#engine/log/format-audit-record.ts';
export type { Decision } from './core/decision.ts';
export { createInspector, type InspectedRequest, type Inspector } from './core/inspector.ts';
export type { Fault, InspectorOptions } from './core/options.ts';
export type { Refusal } from './core/refusal.ts';
