/** Asks several processes the same and waits for all answers, but not for long. */

export type RollCall<Answer> = {
  /** Calls each of `asks`; resolves to the answers that came in time. */
  readonly collect: (asks: readonly ((id: number) => void)[]) => Promise<readonly Answer[]>;
  /** An answer to the question with this id. */
  readonly receive: (id: number, answer: Answer) => void;
};

export function createRollCall<Answer>(patienceMs: number): RollCall<Answer> {
  const pending = new Map<number, (answer: Answer) => void>();
  let nextId = 0;
  return {
    collect: (asks) =>
      new Promise((resolve) => {
        nextId += 1;
        const id = nextId;
        const answers: Answer[] = [];
        const finish = (): void => {
          clearTimeout(timer);
          pending.delete(id);
          resolve(answers);
        };
        const timer = setTimeout(finish, patienceMs);
        pending.set(id, (answer) => {
          if (answers.push(answer) === asks.length) finish();
        });
        for (const ask of asks) ask(id);
      }),
    receive: (id, answer) => pending.get(id)?.(answer),
  };
}
