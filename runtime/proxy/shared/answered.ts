/** Waits for calls that no request waits for: a connection that is gone without notice never answers. */

const PATIENCE_MS = 5000;

/** Rejects when `calls` are not answered within five seconds. They may still be answered, or fail, later. */
export async function answered<Replies>(calls: Promise<Replies>): Promise<Replies> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no response within ${PATIENCE_MS} ms`)),
      PATIENCE_MS,
    );
  });
  return Promise.race([calls, silence]).finally(() => clearTimeout(timer));
}
