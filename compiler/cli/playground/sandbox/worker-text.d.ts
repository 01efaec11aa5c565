/** The bundle of worker.ts as text (scripts/playground.ts). */
declare module 'playground:worker' {
  export const workerText: string;
}
