import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildRequest } from '#compiler/cli/ftw/build-request.ts';
import { readTests } from '#compiler/cli/ftw/read-tests.ts';
import { socketOnly } from '#compiler/cli/ftw/socket-only.ts';
import { parseRequest } from '#compiler/cli/requests/parse-request.ts';

const { SHARED_DATA = '../shared/data' } = process.env;
const directory = join(SHARED_DATA, 'crs/tests');

test('every CRS regression test is read and built, and few need a socket', (t) => {
  if (!existsSync(directory)) {
    t.skip(`${directory} is not here`);
    return;
  }
  const stages = readTests(directory).flatMap(({ id, stages }) =>
    stages.map((stage) => ({ id, stage })),
  );
  assert.ok(stages.length >= 3000, `${stages.length} stages`);
  for (const { id, stage } of stages) {
    const request = buildRequest(stage.input);
    assert.notEqual(request, undefined, id);
    assert.equal(parseRequest(request ?? '').complete, true, id);
  }
  const unjudged = stages.filter(({ stage }) => socketOnly(stage) !== undefined);
  assert.ok(unjudged.length < stages.length / 100, `${unjudged.length} need a socket`);
});
