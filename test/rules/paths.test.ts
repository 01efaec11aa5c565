/** Attacks in a segment of the path, by the rule that sees them there; paths that must pass are in test/rules/benign/paths.txt. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profiledWaf } from '#scripts/rules-report/measured-waf.ts';
import { score } from '#scripts/rules-report/score.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { segmentRequest } from './helpers/payloads.ts';

type Row = readonly [ruleId: number, segment: string];

/** Seen by sites alone: profile pl2 has no rules for these. */
const ofSites: readonly Row[] = [
  [921_200, '*)(uid=*'],
  [921_200, 'ann)(|(password=*))'],
  [933_130, '$_GET[x]'],
  [933_150, "mysql_query('x').html"],
  [933_150, 'think\\\\app/call_user_func.html'],
  [933_130, "1;eval($_POST['c'])"],
  [933_200, 'php://filter/convert.base64-encode/resource=index'],
  [933_200, 'phar://upload/a.jpg'],
  [1_933_120, '$f->call($x)'],
  [1_933_151, "1;print(md5('x'));"],
  [1_933_151, 'chr(105).chr(100)'],
];

const ofBoth: readonly Row[] = [
  [932_370, '127.0.0.1&whoami'],
  [932_370, 'x|ipconfig /all'],
  [932_370, 'x&dir/b/s'],
  [1_932_101, 'a.txt;cat *'],
  [1_932_101, 'x|sort $y'],
  [1_932_106, ';a=who;b=ami;$a$b'],
  [1_932_107, 'x;[ -f y ] && id'],
  [1_932_171, '&net user eve P4ss'],
  [1_932_171, 'x&reg query HKLM'],
  [934_110, 'http://metadata.google.internal/computeMetadata'],
  [934_110, 'gopher://203.0.113.5:6379/x'],
  [1_934_132, '<!--#exec cmd="id"-->'],
  [1_934_144, '{% debug %}'],
  [1_934_144, "{{self.__init__('x')}}"],
  [1_934_172, 'db.users.find()'],
  [1_934_120, "os.environ['x']"],
  [1_934_120, 'os.environ.has_key(1)'],
  [942_190, '1 union select 1,2'],
  [942_190, 'union(select 1'],
  [942_270, 'union--\n select 1'],
  [942_270, '1 union-/**/select 1'],
  [942_360, 'select(load_file(1))'],
  [942_190, "x';exec xp_cmdshell 'dir'"],
  [942_230, 'case when 1=1 then 1 else 2 end'],
  [942_290, '{"$ne":null}'],
  [942_290, '{"$gt":""}'],
  [942_320, '1 procedure analyse()'],
  [942_320, "exec sp_configure 'x',1"],
  [1_942_140, "1;insert into users values('x')"],
  [1_942_140, '1;delete from users;'],
  [1_942_140, "1 into outfile '/x'"],
];

for (const [level, rows] of [
  [1, [...ofSites, ...ofBoth]],
  [2, ofBoth],
] as const) {
  test(`profile pl${level} denies attacks in a segment of the path`, async (t) => {
    const waf = await profiledWaf('built-in', level);
    let ran = 0;
    for (const [ruleId, segment] of rows) {
      await t.test(rowTitle(segment), () => {
        const { isCaught, ruleIds } = score(waf, segmentRequest(segment));
        assert.ok(isCaught && ruleIds.has(ruleId), [...ruleIds].join());
      });
      ran += 1;
    }
    assert.equal(ran, level === 1 ? 42 : 31);
  });
}
