/** The parent's end of a child process that does one job: `measure` gets the job, and the parent gets the result. */
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
