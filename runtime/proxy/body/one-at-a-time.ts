/** Runs asynchronous jobs one at a time. */

/** Runs `work` when all earlier jobs have settled. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

/** Forgets a result, which may be a text of megabytes. */
function ignore(): void {}

export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.then(ignore, ignore);
    return next;
  };
}
