/** A port beside the one that serves clients: for the admin, or for redirects. */

export type OpenedPort =
  /** `port` is undefined when its setting is unset. */
  | { readonly kind: 'Open'; readonly port: number | undefined; readonly close: () => void }
  | { readonly kind: 'Failed'; readonly problem: string };

export function closePort(opened: OpenedPort): void {
  if (opened.kind === 'Open') opened.close();
}

/** Undefined: it is not open. */
export function numberOf(opened: OpenedPort): number | undefined {
  return opened.kind === 'Open' ? opened.port : undefined;
}

export function problemsOf(opened: OpenedPort): readonly string[] {
  return opened.kind === 'Failed' ? [opened.problem] : [];
}
