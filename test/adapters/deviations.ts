/** CRS regression tests that an adapter does not pass as the proxy does, by what its platform hides. */

export type Deviation = {
  readonly reason: string;
  readonly adapters: readonly string[];
  /** Ids such as `942100-1`. */
  readonly tests: readonly string[];
  /** The application gets these requests even when rules block; none of them is an attack. */
  readonly reachesApplication?: true;
};

const ON_NODE = ['node:http', 'Express', 'Fastify', 'Koa'];
const ON_FETCH = ['Hono', 'fetch'];
const ALL = [...ON_NODE, ...ON_FETCH];

export const deviations: readonly Deviation[] = [
  {
    reason:
      'Node answers 400 itself, or hangs up on CONNECT, before anybody sees the request: unknown methods and versions, two framings, bytes over 127 in the target.',
    adapters: ALL,
    tests: [
      '911100-5',
      '911100-7',
      '920100-4',
      '920100-5',
      '920100-6',
      '920100-10',
      '920100-14',
      '920181-1',
      '920300-3',
      '920430-5',
      '920430-8',
      '934120-23',
      '934120-24',
      '934120-25',
      '934120-26',
      '934120-39',
      '949110-4',
    ],
  },
  {
    reason:
      'The tests run in detection mode, in which an adapter refuses nothing; the proxy refuses ambiguous messages in every mode. The rules match, and in blocking mode the answer is 400.',
    adapters: ALL,
    tests: ['920270-4', '920620-1'],
  },
  {
    reason: 'The same, for fragments in the target and HTTP/0.9 with headers.',
    adapters: ON_NODE,
    tests: ['920100-8', '920280-3', '920430-3', '920610-2'],
  },
  {
    reason:
      'A Request has neither a fragment nor an HTTP version: the application cannot see them any more than the rules.',
    adapters: ON_FETCH,
    tests: ['920100-8', '920280-3', '920430-3', '920610-2'],
    reachesApplication: true,
  },
  {
    reason:
      'A body without framing is the next request to Node, whose 400 overtakes the answer to the first.',
    adapters: ALL,
    tests: ['920640-5'],
    reachesApplication: true,
  },
  {
    reason: 'Fastify answers 400 to paths that it cannot decode, before any plugin.',
    adapters: ['Fastify'],
    tests: ['920272-5'],
  },
  {
    reason: 'Fastify refuses an empty Content-Type, after the rules have passed it.',
    adapters: ['Fastify'],
    tests: ['920640-4'],
  },
  {
    reason: 'A Request has a whole URL: the path that the client left out, and the host.',
    adapters: ON_FETCH,
    tests: ['920100-16', '920280-1'],
    reachesApplication: true,
  },
  {
    reason: 'A Request of GET has no body, so nobody reads it: there is nothing to inspect.',
    adapters: ON_FETCH,
    tests: ['932190-5', '932190-6', '932250-17'],
  },
  {
    reason: 'Headers has names in lower case, and so has the log: REQUEST_HEADERS:referer.',
    adapters: ON_FETCH,
    tests: ['932207-7'],
  },
];
