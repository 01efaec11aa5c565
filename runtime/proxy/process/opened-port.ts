/** A port beside the one that serves clients: for the admin, for redirects, or for fronts that want decisions. */

export type OpenedPort =
  /** `port` is undefined when its setting is unset. */
  | {
      readonly kind: 'Open';
      readonly port: number | undefined;
      readonly close: () => void | Promise<void>;
    }
  | { readonly kind: 'Failed'; readonly problem: string };

/** Resolves when nothing that connected before is left out. */
export async function closePort(opened: OpenedPort): Promise<void> {
  if (opened.kind === 'Open') await opened.close();
}

/** Undefined: it is not open. */
export function numberOf(opened: OpenedPort): number | undefined {
  return opened.kind === 'Open' ? opened.port : undefined;
}

export function problemsOf(opened: OpenedPort): readonly string[] {
  return opened.kind === 'Failed' ? [opened.problem] : [];
}
