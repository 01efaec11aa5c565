/** Does the one job of a child process: `measure` gets the job, and the parent gets the result. */
export function answerParent<Job, Result>(measure: (job: Job) => Promise<Result>): void {
  process.once('message', (job: Job) => {
    measure(job).then(
      (result) => process.send?.(result, () => process.exit()),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
