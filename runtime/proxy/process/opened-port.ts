/** A port other than the clients' one: for administration, for redirects, or for decisions. */

export type OpenedPort =
  /** `port` is undefined when its setting is unset. */
  | {
      readonly kind: 'Open';
      readonly port: number | undefined;
      readonly close: () => void | Promise<void>;
    }
  | { readonly kind: 'Failed'; readonly problem: string };

/** Closes the port. Resolves when connections that were made before have been accepted. */
export async function closePort(opened: OpenedPort): Promise<void> {
  if (opened.kind === 'Open') await opened.close();
}

/** Returns the port number; undefined when the port is not open. */
export function numberOf(opened: OpenedPort): number | undefined {
  return opened.kind === 'Open' ? opened.port : undefined;
}

export function problemsOf(opened: OpenedPort): readonly string[] {
  return opened.kind === 'Failed' ? [opened.problem] : [];
}
