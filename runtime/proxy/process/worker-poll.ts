/** Sends the same request to several processes and collects their replies until a time-out. */

export type WorkerPoll<Reply> = {
  /** Sends each of `requests`; resolves to the replies that arrived in time. */
  readonly collect: (requests: readonly ((id: number) => void)[]) => Promise<readonly Reply[]>;
  /** Receives a reply to the request with this id. */
  readonly receive: (id: number, reply: Reply) => void;
};

export function createWorkerPoll<Reply>(patienceMs: number): WorkerPoll<Reply> {
  const pending = new Map<number, (reply: Reply) => void>();
  let nextId = 0;
  return {
    collect: (requests) =>
      new Promise((resolve) => {
        nextId += 1;
        const id = nextId;
        const replies: Reply[] = [];
        const finish = (): void => {
          clearTimeout(timer);
          pending.delete(id);
          resolve(replies);
        };
        const timer = setTimeout(finish, patienceMs);
        pending.set(id, (reply) => {
          if (replies.push(reply) === requests.length) finish();
        });
        for (const request of requests) request(id);
        if (requests.length === 0) finish();
      }),
    receive: (id, reply) => pending.get(id)?.(reply),
  };
}
