/** Waits for what happens soon, however busy the machine is. */

const LIMIT_MS = 30_000;
const STEP_MS = 20;

/** Resolves when `holds` does, or after half a minute: the assertion that follows says what is wrong. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  while (!(await holds()) && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}
